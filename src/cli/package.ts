import { isUnderWay, type Packages, type PackageView } from '../ledger/index.js';
import { findPackage, listPackages, type PackageNow } from '../verbs/packages.js';
import { answer, EXIT } from './io.js';
import { iso } from './json.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed package list|show`: what was intended beside what happened, each under its own name (W3). */
export const addPackage: AddVerb = (program, bind) => {
  const group = program.command('package').description('work packages: what was intended, and what happened');

  const list = withJson(group.command('list'))
    .description('list the work packages that were imported, by mission')
    .option('--mission <mission>', 'of one mission');
  example(list, 'owed package list --mission 012-billing');
  bind<{ mission?: string }>(list, (call, { mission }) =>
    withLedger(call, async (ctx) => {
      const found = await listPackages(ctx, mission);
      const none = 'There are no work packages; `owed import packages DIR` takes them in.';
      await answer(call, found.map(packageJson), found.length > 0 ? packagesText(found) : none);
      return EXIT.done;
    }),
  );

  const show = withJson(group.command('show'))
    .description('show one work package, its history and its notes')
    .argument('<key>', 'MISSION/WP01, or as much of it as is clear');
  example(show, 'owed package show 012-billing/WP01');
  bind<object>(show, (call, _options, typed = '') =>
    withLedger(call, async (ctx) => {
      const found = await findPackage(ctx, typed);
      if (!found.ok) return failed(call.io, found);
      const events = await ctx.ledger.packages.events(found.value.view.key);
      await answer(call, packageShowJson(found.value, events), packageText(found.value, ctx.now()));
      return EXIT.done;
    }),
  );
};

/** One element of `owed package list --json` (a contract). Pure. */
export function packageJson({ view, liveness }: PackageNow) {
  const { actual, authored } = view;
  const { claim, resolved } = actual;
  return {
    key: view.key,
    mission: view.mission,
    id: view.id,
    title: authored?.title ?? null,
    state: actual.state,
    since: iso(actual.since),
    forced: actual.forced,
    subtasks: Object.fromEntries(view.subtasks.map((subtask) => [subtask.id, subtask.state])),
    notes: actual.notes.map(({ text, by, at, backfilled }) => ({ text, by, at: iso(at), backfilled })),
    refs: actual.refs,
    claim: claim && {
      by: claim.by,
      agent: claim.agent,
      assignee: claim.assignee,
      since: iso(claim.since),
      process: claim.process && { pid: claim.process.pid, started_at: iso(claim.process.startedAt) },
      host: claim.process?.host ?? null,
      heartbeat: iso(claim.heartbeat),
      baseline: claim.baseline,
      liveness: liveness?.alive ?? 'unknown',
      liveness_why: liveness?.why ?? null,
    },
    authored: { role: authored?.role ?? null, profile: authored?.profile ?? null, model: authored?.model ?? null },
    resolved: {
      role: resolved?.role ?? null,
      profile: resolved?.profile ?? null,
      profile_version: resolved?.profile_version ?? null,
      model: resolved?.model ?? null,
      provider: resolved?.provider ?? null,
    },
  };
}

type Events = Awaited<ReturnType<Packages['events']>>;

export function packageShowJson(now: PackageNow, events: Events) {
  const { actual, authored, subtasks } = now.view;
  return {
    ...packageJson(now),
    file: authored && { path: authored.path, hash: authored.hash },
    requirements: authored?.requirements ?? [],
    dependencies: authored?.dependencies ?? [],
    subtask_titles: Object.fromEntries(subtasks.map(({ id, title }) => [id, title])),
    forced_moves: actual.forcedMoves.map((move) => ({ ...move, at: iso(move.at) })),
    reviews: actual.reviews.map((review) => ({ ...review, text: review.text ?? null, at: iso(review.at) })),
    backfilled: actual.backfilled,
    events: events.map((event) => ({ ...event, at: iso(event.at) })),
    posts: [],
  };
}

const bar = (view: PackageView): string => {
  const done = view.subtasks.filter((subtask) => subtask.done).length;
  const width = Math.min(10, view.subtasks.length);
  const filled = view.subtasks.length === 0 ? 0 : Math.floor((done / view.subtasks.length) * width);
  const drawn = `${'▓'.repeat(filled)}${'░'.repeat(width - filled)}`.padEnd(10);
  return view.subtasks.length === 0 ? `${drawn} no subtasks` : `${drawn} ${done}/${view.subtasks.length}`;
};

const oneLine = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};
const day = (at: number | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' '));
const parts = (all: (string | null | undefined)[]): string => all.filter(Boolean).join(', ');

function packagesText(found: readonly PackageNow[]): string {
  const lines: string[] = [];
  let mission = '';
  for (const { view, liveness } of found) {
    if (view.mission !== mission) lines.push(...(mission === '' ? [] : ['']), view.mission);
    mission = view.mission;
    const { actual, authored } = view;
    const meant = parts([authored?.profile, authored?.role]) || '-';
    const on =
      actual.claim && isUnderWay(view)
        ? `${actual.claim.agent ?? actual.claim.by ?? 'somebody'} (${liveness?.alive})`
        : 'nobody';
    const title = oneLine(authored?.title ?? '(no file)', 48);
    lines.push(
      `  ${view.id.padEnd(5)} ${actual.state.padEnd(11)} ${bar(view)}  ${title}  meant for ${meant}; on it: ${on}`,
    );
  }
  return lines.join('\n');
}

export function packageText({ view, liveness }: PackageNow, now: number): string {
  const { actual, authored } = view;
  const { claim, resolved } = actual;
  const lines = [`${view.key}  ${authored?.title ?? '(no file was read)'}`];
  const add = (label: string, text: string | null) => text && lines.push(`${`${label}:`.padEnd(14)}${text}`);
  add('State', `${actual.state}${actual.since === null ? '' : ` since ${day(actual.since)} UTC`}`);
  add('Meant for', parts([authored?.profile, authored?.role, authored?.model]) || 'the file names nobody');
  const who =
    resolved && parts([resolved.profile, resolved.profile_version, resolved.role, resolved.model, resolved.provider]);
  add('Run by', who || (resolved === null ? 'nobody picked it up' : 'not known'));
  add(
    'On it',
    claim && `${claim.agent ?? claim.by ?? 'somebody'}${claim.since === null ? '' : ` since ${day(claim.since)} UTC`}`,
  );
  add('Process', liveness && `${liveness.alive}: ${liveness.why}`);
  add('Subtasks', bar(view).trim());
  for (const { id, title, state } of view.subtasks)
    lines.push(`  ${state === 'done' ? '[x]' : '[ ]'} ${id} ${title ?? ''}`.trimEnd());
  add('Forced', actual.forced > 0 ? String(actual.forced) : null);
  for (const move of actual.forcedMoves) {
    lines.push(
      `  ${day(move.at)} ${move.from} to ${move.to} by ${move.by}: ${oneLine(move.reason ?? 'no reason given', 100)}`,
    );
  }
  for (const review of actual.reviews) {
    lines.push(`Review:       ${day(review.at)} ${review.verdict ?? 'in no known word'} by ${review.by}`);
  }
  add('References', actual.refs.join(', '));
  add('Depends on', authored?.dependencies.join(', ') ?? null);
  add('Requirements', authored?.requirements.join(', ') ?? null);
  add('File', authored && `${authored.path} (${authored.hash.slice(0, 12)})`);
  for (const note of actual.notes) {
    lines.push(
      `Note:         ${day(note.at)} ${note.by}: ${oneLine(note.text, 160)}${note.backfilled ? ' (backfilled)' : ''}`,
    );
  }
  add('As of', `${day(now)} UTC`);
  return lines.join('\n');
}
