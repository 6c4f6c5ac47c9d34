/** What a command printed, made fit to be kept and shown. Pure. */

const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Shapes of credentials: a command's own error may repeat its key, and the ledger keeps what it is told for ever (X2). */
const CREDENTIAL =
  /\b(?:xox[a-z]-|xapp-|gh[a-z]_|github_pat_|sk-|AKIA|eyJ)[\w.-]{6,}|(?<=\b(?:bearer|basic|token|password|secret|api[_-]?key)\b["']?[\s:=]{1,3}["']?)[^\s"']{6,}/gi;

const LONGEST_LINE = 200;

/** Text of several lines without terminal colours and control characters; line ends are `\n`. */
export function plainText(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(ESCAPES, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .trim();
}

/** One line of at most `longest` characters, without credentials. */
export function plainLine(text: string, longest = LONGEST_LINE): string {
  const line = plainText(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(CREDENTIAL, '[hidden]');
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const NAMES_AN_ERROR = /^\S*(?:error|exception|fatal|panic|failed)\b/i;

/** The line that says what went wrong: the last that names an error, else the last with words; null where there is none. */
export function errorLine(text: string): string | null {
  const lines = plainText(text)
    .split('\n')
    .filter((each) => each.trim() !== '');
  const line = lines.findLast((each) => NAMES_AN_ERROR.test(each)) ?? lines.at(-1);
  return line === undefined ? null : plainLine(line);
}
