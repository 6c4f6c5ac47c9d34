import type { Config, Secrets } from '../config/index.js';
import { type Finding, findingJson, findingText } from './doctor/finding.js';
import { checkLedger } from './doctor/ledger.js';
import { checkLocal } from './doctor/local.js';
import { checkSeat } from './doctor/seat.js';
import { checkSlack } from './doctor/slack.js';
import { answer, type Call, EXIT } from './io.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed doctor`: everything that can be wrong around a seat, with a fix for each finding (U5). */
export const addDoctor: AddVerb = (program, bind) => {
  const command = withJson(program.command('doctor'))
    .description('check configuration, tokens, scopes, channels, people, ledger, disk and clock; posts nothing')
    .option('--deep', 'verify the whole ledger too')
    .addHelpText(
      'after',
      '\nExit code: 0 when nothing is wrong, 1 otherwise, 4 when the ledger or Slack could not be reached.',
    );
  example(command, 'owed doctor --seat smith');
  bind<{ deep?: true }>(command, async (call, options) => {
    const findings = await examine(call, options.deep === true);
    await answer(call, findings.map(findingJson), [...findings.map(findingText), summary(findings)].join('\n'));
    return exitCode(findings);
  });
};

async function examine(call: Call, deep: boolean): Promise<Finding[]> {
  const now = call.io.now();
  const { config, secrets, findings } = checkLocal(call);
  const slack = secrets ? await examineSlack(call, secrets, config) : [];
  if (!config) return [...findings, ...slack];
  const ledger = await checkLedger(config, now, deep);
  const seat = ledger.status ? checkSeat(ledger.status, ledger.overdue, config, now) : [];
  return [...findings, ...slack, ...ledger.findings, ...seat];
}

/** Only this needs Slack's client; every other verb starts faster without. */
async function examineSlack(call: Call, secrets: Secrets, config: Config | null): Promise<Finding[]> {
  const { slackProbe } = await import('./slack-probe.js');
  return checkSlack(slackProbe(secrets, call.io.now), secrets, config);
}

/** Pure. */
export function exitCode(findings: readonly Finding[]): number {
  if (findings.some((finding) => finding.unreachable)) return EXIT.unreachable;
  return findings.some((finding) => finding.ok === false) ? EXIT.refused : EXIT.done;
}

function summary(findings: readonly Finding[]): string {
  const wrong = findings.filter((finding) => finding.ok === false).length;
  const unknown = findings.filter((finding) => finding.ok === null).length;
  const more = unknown === 0 ? '' : `, ${unknown} could not be told`;
  return wrong === 0 ? `Nothing is wrong${more}.` : `${wrong} to mend${more}.`;
}
