// Writes docs/cli.md from the program itself, so that no command and no option goes undocumented. `--check` compares only.
import { settle } from './lib/page.mjs';
import { fromSource } from './lib/source.mjs';

const { program } = await fromSource('src/cli/program.ts');
const root = program(() => {});

const escaped = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const isShown = (option) => option.long !== '--help' && !option.hidden;

/** `LANE/ITEM`-like words of a command, as its usage line has them. */
function usage(command, path) {
  const args = command.registeredArguments.map((arg) => {
    const name = `${arg.name()}${arg.variadic ? '…' : ''}`;
    return arg.required ? `<${name}>` : `[${name}]`;
  });
  const options = command.options.filter(isShown).map((option) => {
    const flag = option.flags.replace(/^-\w, /, '');
    return option.mandatory ? flag : `[${flag}]`;
  });
  return [...path, ...args, ...options].join(' ');
}

function section(command, path) {
  const lines = [
    `### ${path.join(' ')}`,
    '',
    `${capital(command.description())}.`,
    '',
    '```text',
    usage(command, path),
    '```',
  ];
  const rows = [
    ...command.registeredArguments.map((arg) => [`<${arg.name()}>`, arg.description]),
    ...command.options.filter(isShown).map((option) => [option.flags, option.description]),
  ].map(([flags, text]) => `| \`${flags.replaceAll('|', '\\|')}\` | ${escaped(text)} |`);
  if (rows.length > 0) lines.push('', '| | |', '|---|---|', ...rows);
  return lines.join('\n');
}

function sections(command, path) {
  const inner = command.commands.filter((each) => each.name() !== 'help');
  if (inner.length === 0) return [section(command, path)];
  return inner.flatMap((each) => sections(each, [...path, each.name()]));
}

const page = `# The command line

<!-- Written by scripts/cli-page.mjs from src/cli/program.ts; a test compares. -->

\`owed\` works on the ledger that the configuration names. What has to be said in Slack is written to the outbox, and the
running process of the seat posts it within seconds; only \`owed run\`, \`owed demo\` and \`owed doctor\` talk to Slack.

Before or after any command:

| | |
|---|---|
${root.options
  .filter(isShown)
  .map((option) => `| \`${option.flags}\` | ${escaped(option.description)} |`)
  .join('\n')}

Exit codes: 0 done; 1 refused, said in one line on standard error; 2 wrong usage or a faulty configuration; 3 not found;
4 the ledger or Slack could not be reached. A key may be written without its kind where that is clear:
\`leads/western-slope-alert\` for \`handoff:leads/western-slope-alert\`. With \`--json\` times are ISO 8601 in UTC, and what is
absent is null.

## Commands

${root.commands
  .filter((command) => command.name() !== 'help')
  .flatMap((command) => sections(command, ['owed', command.name()]))
  .join('\n\n')}
`;
settle('docs/cli.md', page, 'scripts/cli-page.mjs');
