import { once } from 'node:events';
import { closeSync, createReadStream, createWriteStream, existsSync, openSync, unlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { VerbContext } from '../verbs/context.js';
import { answer, type Call, EXIT, fail, write } from './io.js';
import { pathIn, withLedger } from './session.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed ledger …`: care of the log and its projections (L1, L4, L6, L8). */
export const addLedger: AddVerb = (program, bind) => {
  const group = program.command('ledger').description('verify, rebuild, migrate, export, import or back up the ledger');

  const verify = withJson(group.command('verify')).description(
    'check every hash, fold every event again and compare; names the first difference',
  );
  example(verify, 'owed ledger verify');
  bind<object>(verify, (call) => withLedger(call, (ctx) => verifyLedger(call, ctx), { existing: true }));

  const rebuild = withJson(group.command('rebuild')).description(
    'drop the projections and write them anew from the events',
  );
  example(rebuild, 'owed ledger rebuild');
  bind<object>(rebuild, (call) =>
    withLedger(
      call,
      async ({ ledger }) => {
        const streams = await ledger.rebuild();
        await answer(call, { streams }, `Written anew from the events of ${streams} streams.`);
        return EXIT.done;
      },
      { existing: true },
    ),
  );

  const migrate = withJson(group.command('migrate')).description(
    "bring the ledger to this version's schema, as every start does; makes it where there is none",
  );
  example(migrate, 'owed ledger migrate');
  bind<object>(migrate, (call) =>
    withLedger(call, async ({ ledger }) => {
      await answer(call, { engine: ledger.engine, current: true }, "The ledger has this version's schema.");
      return EXIT.done;
    }),
  );

  const exported = group
    .command('export')
    .description('write every event as JSON Lines, to standard output unless --out')
    .option('--out <file>', 'a new file, readable by its owner alone');
  example(exported, 'owed ledger export --out owed-smith.jsonl');
  bind<{ out?: string }>(exported, (call, { out }) =>
    withLedger(call, (ctx) => (out === undefined ? exportToOutput(call, ctx) : exportToFile(call, ctx, out)), {
      existing: true,
    }),
  );

  const imported = withJson(group.command('import'))
    .description('take an export into this ledger, which has to be empty; hashes stay as they were')
    .argument('<file>', 'the JSON Lines of an export');
  example(imported, 'owed ledger import owed-smith.jsonl');
  bind<object>(imported, (call, _options, file = '') => withLedger(call, (ctx) => importFile(call, ctx, file)));

  const backup = withJson(group.command('backup'))
    .description('make a consistent copy of a SQLite ledger, also while the bot runs')
    .argument('<file>', 'a new file');
  example(backup, 'owed ledger backup owed-smith-backup.db');
  bind<object>(backup, (call, _options, file = '') =>
    withLedger(call, (ctx) => backUp(call, ctx, file), { existing: true }),
  );
};

async function verifyLedger(call: Call, { ledger }: VerbContext): Promise<number> {
  const { events, streams, difference } = await ledger.verify();
  if (difference !== null) {
    if (call.json) await answer(call, { events, streams, difference }, '');
    return fail(call.io, 'refused', `The ledger differs: ${difference}`);
  }
  await answer(
    call,
    { events, streams, difference },
    `${events} events in ${streams} streams: every hash and projection is right.`,
  );
  return EXIT.done;
}

async function exportToOutput(call: Call, { ledger }: VerbContext): Promise<number> {
  for await (const line of ledger.exportEvents()) await write(call.io.stdout, line);
  return EXIT.done;
}

/** Makes a file that was not there, for its owner alone; the reason in words when it cannot. */
function newFile(path: string): { fd: number } | { why: string } {
  try {
    return { fd: openSync(path, 'wx', 0o600) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return {
      why: code === 'EEXIST' ? `${path} is there already; name a new file.` : `${path} cannot be written (${code}).`,
    };
  }
}

async function exportToFile(call: Call, { ledger }: VerbContext, out: string): Promise<number> {
  const path = pathIn(call.io, out);
  const made = newFile(path);
  if ('why' in made) return fail(call.io, 'refused', made.why);
  const file = createWriteStream(path, { fd: made.fd });
  const finished = once(file, 'close');
  finished.catch(() => {});
  let events = 0;
  try {
    for await (const line of ledger.exportEvents()) {
      await write(file, line);
      events += 1;
    }
    file.end();
    await finished;
  } catch (error) {
    file.destroy();
    unlinkSync(path);
    throw error;
  }
  await write(call.io.stderr, `${events} events are in ${path}.\n`);
  return EXIT.done;
}

async function importFile(call: Call, { ledger }: VerbContext, file: string): Promise<number> {
  const path = pathIn(call.io, file);
  if (!existsSync(path)) return fail(call.io, 'not-found', `There is no file ${path}.`);
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  const result = await ledger.importEvents(lines);
  if (!result.ok && result.why === 'not-empty') {
    return fail(
      call.io,
      'refused',
      'This ledger holds events already; an import needs an empty one. Nothing was taken in.',
    );
  }
  if (!result.ok) return fail(call.io, 'refused', `${path}:${result.line}: ${result.text}. Nothing was taken in.`);
  const { events, streams } = result;
  await answer(call, { events, streams }, `${events} events in ${streams} streams were taken in.`);
  return EXIT.done;
}

async function backUp(call: Call, { ledger }: VerbContext, file: string): Promise<number> {
  if (ledger.engine !== 'sqlite') {
    return fail(call.io, 'refused', 'This ledger is in PostgreSQL; its own tool makes the copy: pg_dump.');
  }
  const path = pathIn(call.io, file);
  // Made first, so that it is never readable by others and never somebody else's file.
  const made = newFile(path);
  if ('why' in made) return fail(call.io, 'refused', made.why);
  closeSync(made.fd);
  try {
    await ledger.backup(path);
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
  await answer(call, { file: path }, `A consistent copy is in ${path}.`);
  return EXIT.done;
}
