import { relative } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { importPackages, type MissionReport } from '../packages/index.js';
import { answer, EXIT, fail, type Io } from './io.js';
import { pathIn, withLedger } from './session.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed import packages`: missions of work packages, their files and what their logs say happened (W6). */
export const addImport: AddVerb = (program, bind) => {
  const group = program.command('import').description('take in what was kept elsewhere');
  const command = withJson(group.command('packages'))
    .description('take in work packages: one mission, or a folder of missions; nothing in it is changed')
    .argument('<dir>', 'a mission, or a folder of them')
    .option('--compare', "hold the result against each mission's status.json, and list each difference");
  example(command, 'owed import packages kitty-specs --compare');
  bind<{ compare?: true }>(command, (call, { compare }, typed = '') =>
    withLedger(call, async ({ ledger, now }) => {
      const dir = pathIn(call.io, typed);
      const act = { now: now(), actor: { kind: 'process' as const, id: 'import' }, cause: `import:${uuidv7()}` };
      let reports: MissionReport[];
      try {
        reports = await importPackages(ledger, act, dir, { compare: compare === true });
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (!code || !['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) throw error;
        return fail(call.io, 'not-found', `${typed} cannot be read (${message}).`);
      }
      if (reports.length === 0) {
        return fail(
          call.io,
          'not-found',
          `There is no mission in ${typed}: no folder with tasks/ or status.events.jsonl.`,
        );
      }
      await answer(call, reports.map(reportJson), reports.map((report) => reportText(report, call.io)).join('\n\n'));
      return EXIT.done;
    }),
  );
};

function reportJson(report: MissionReport) {
  const { passedOver, compared, ...rest } = report;
  return { ...rest, passed_over: passedOver, compared };
}

const counted = (all: Record<string, number>): string =>
  Object.entries(all)
    .map(([name, n]) => `${n} ${name}`)
    .join(', ');

const LISTED = 20;

function reportText(report: MissionReport, io: Io): string {
  const { read, passedOver, backfilled, problems, untold, compared } = report;
  const where = (path: string) => relative(io.cwd, path) || path;
  const lines = [
    `${report.mission}: ${report.packages} work packages; ${report.added} events added, ${report.known} were known`,
    `  read:        ${read.files} files, ${read.transitions} transitions, ${read.annotations} annotations${read.repeated > 0 ? `; ${read.repeated} repeated lines` : ''}`,
  ];
  const passed = counted(passedOver);
  if (passed) lines.push(`  passed over: ${passed}`);
  const filled = counted(backfilled);
  if (filled) lines.push(`  backfilled:  ${filled}`);
  if (report.renamed > 0) lines.push(`  renamed:     ${report.renamed} events whose id another package's event has`);
  const list = (title: string, all: readonly { file: string; line: number; message: string }[]) => {
    for (const { file, line, message } of all.slice(0, LISTED))
      lines.push(`  ${title} ${where(file)}:${line} ${message}`);
    if (all.length > LISTED) lines.push(`  ${title} … and ${all.length - LISTED} more; --json lists them all`);
  };
  list('fault:      ', problems);
  list('not told:   ', untold);
  if (compared) {
    const { differences } = compared;
    lines.push(
      `  compared:    ${compared.packages} work packages, ${differences.length === 0 ? 'no difference' : `${differences.length} differences`}`,
    );
    for (const { wp, field, ours, theirs, because } of differences) {
      lines.push(
        `    ${wp} ${field}: ours ${JSON.stringify(ours)}, status.json ${JSON.stringify(theirs)}${because ? ` (${because})` : ''}`,
      );
    }
  }
  return lines.join('\n');
}
