/**
 * The shape of the file, key by key, in the order of owed.example.yml. What one value can show by itself is
 * checked here; what takes two (a name that refers, a bound before another) is in check-*.ts.
 */
import { z } from 'zod';
import {
  appOrBotId,
  cadence,
  channelId,
  duration,
  httpsUrl,
  ledgerUrl,
  list,
  loopbackHost,
  map,
  mapOf,
  mapWanted,
  maybe,
  oneOf,
  plainValue,
  proofUrl,
  text,
  timer,
  userId,
  wholeNumber,
} from './fields.js';
import { RESERVED_KIND_NAMES } from './kinds.js';

const COMMAND = /^\/[a-z0-9_-]{1,31}$/;

const personKey = text('the key of one of the people');
const people = list(personKey, '[gera]');
const argv = list(text('a word of a command'), '["my-command", "--flag"]').min(
  1,
  'is empty; write the program and its arguments',
);

const SEAT_EXAMPLE = 'write the seat as { bot_user: U0SMITH, human: gera }';
const PERSON_EXAMPLE = 'write the person as { user: U01GERA, name: Gera, pages: dm }';

const seat = map(
  {
    bot_user: userId,
    human: text('the key of the person who answers for this seat'),
    command: maybe(text('a slash command: "/" and at most 31 of a-z, 0-9, - and _', COMMAND)),
    name: maybe(text('a name')),
  },
  SEAT_EXAMPLE,
);

const person = map(
  {
    user: userId,
    name: maybe(text('a name')),
    pages: maybe(oneOf('dm', 'channel')),
    github: maybe(text('a GitHub login', /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})(?:\[bot\])?$/)),
  },
  PERSON_EXAMPLE,
);

const common = { read: maybe(cadence), taken: maybe(duration), owed_to: maybe(people) };
const paged = maybe(map({ page: maybe(duration), ...common }));

const builtInKinds = {
  ask: maybe(map({ rerun: maybe(duration), page: maybe(duration), ...common })),
  handoff: maybe(
    map({
      customer: maybe(map({ nudge: maybe(duration), page: maybe(duration) })),
      internal: maybe(map({ nudge: maybe(duration), page: maybe(duration) })),
      ...common,
    }),
  ),
  'handoff-received': maybe(map(common)),
  held: maybe(
    map({
      customer: maybe(map({ page: maybe(duration) })),
      internal: maybe(map({ page: maybe(duration) })),
      ...common,
    }),
  ),
  'handoff-unparsed': paged,
  'pull-request': paged,
  check: paged,
  prompt: paged,
  task: paged,
  decision: paged,
  'session-link': maybe(map({ line: maybe(duration), ...common })),
};

export const PROOF_SOURCES = ['http', 'command', 'pull-request', 'check', 'decision', 'later-done'] as const;

const proof = map({
  http: maybe(
    map({
      url: proofUrl,
      pointer: text('a JSON pointer, such as /state', /^(?:\/.*)?$/),
      equals: plainValue,
      allow: maybe(list(text('a host name', /^[\w.:[\]-]+$/), '[tickets.example.com]')),
    }),
  ),
  command: maybe(argv),
  'pull-request': maybe(text('a pull request, such as org/app#{subject}')),
  check: maybe(text('the name of a check, or {subject}')),
  decision: maybe(text("a decision's id, or {subject}")),
  'later-done': maybe(map({ label: text('the label of the DONE line') })),
});

/** A kind that is not built in. Its proof and page are required by check-policies.ts, which can tell a typing error. */
const ownKind = map({ page: maybe(duration), ...common, proof: maybe(proof) });
export type OwnKind = z.output<typeof ownKind>;
export const KIND_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export const kindNameTaken = (name: string): boolean => RESERVED_KIND_NAMES.includes(name);

const check = map({
  name: text("a check's name"),
  repo: text('a repository, such as org/app', /^[\w.-]+\/[\w.-]+$/),
  workflow: text('the file name of a workflow without its folder, such as nightly.yml', /^[^/\s]+$/),
  branch: maybe(text('a branch')),
  red_runs: maybe(wholeNumber(1, 100)),
  owed_to: maybe(people),
});

export const fileSchema = map({
  seat: maybe(text('the key of one of the seats')),
  seats: mapOf(seat, 'write at least one seat under it, such as smith: { bot_user: U0SMITH, human: gera }'),
  people: mapOf(person, 'write who is owed things, such as gera: { user: U01GERA, name: Gera, pages: dm }'),
  overseer: text('the key of the person who is tagged on every page in a channel'),
  channels: map(
    {
      bridge: channelId,
      alerts: channelId,
      decisions: maybe(channelId),
      customer_alerts: maybe(list(channelId, '[C05LEADS]')),
    },
    'write the channels as { bridge: C02BRIDGE, alerts: C01ALERTS }',
  ),
  bridge_lookback: maybe(duration),
  lanes: maybe(
    map({
      internal: maybe(list(text('the name of a lane', /[\p{L}\p{N}]/u), '[infra, ci]')),
      customer_words: maybe(list(text('a word', /[\p{L}\p{N}]/u), '[lead, tenant]')),
    }),
  ),
  terminal: maybe(
    map({
      channels: maybe(list(channelId, '[C06RUNS]')),
      bots: maybe(list(appOrBotId, '[A09RUNNER]')),
      labels: maybe(mapOf(text('the name of a kind'))),
    }),
  ),
  ledger: maybe(map({ url: maybe(ledgerUrl) })),
  sweep: maybe(map({ every: maybe(timer), storm: maybe(wholeNumber(1, Number.MAX_SAFE_INTEGER)) })),
  posts: maybe(map({ timeout: maybe(timer), lease: maybe(timer), settle: maybe(timer), retry: maybe(timer) })),
  kinds: maybe(z.object(builtInKinds, { error: (issue) => mapWanted(issue.input) }).catchall(ownKind)),
  github: maybe(
    map({ api_url: maybe(httpsUrl), token_env: maybe(text('the name of an environment variable', /^[A-Za-z_]\w*$/)) }),
  ),
  checks: maybe(list(check, '- { name: nightly, repo: org/app, workflow: nightly.yml }')),
  agent: maybe(map({ command: argv, timeout: maybe(timer) })),
  rungs: maybe(
    map({
      ask: list(
        map({ name: text('a name', /^[\w.-]+$/), model: text('the name of a model'), command: argv }),
        '- { name: astra, model: m-1, command: ["ask-astra"] }',
      )
        .min(1, 'is empty; write one rung, or two that have to agree')
        .max(2, 'has more than two; two rungs are asked, and have to agree'),
      timeout: maybe(timer),
      wait: maybe(duration),
      per_sweep: maybe(wholeNumber(1, 1000)),
      per_day: maybe(wholeNumber(1, 100_000)),
    }),
  ),
  http: maybe(map({ host: maybe(loopbackHost), port: maybe(wholeNumber(0, 65_535)) })),
  allowed: maybe(people),
});
export type File = z.output<typeof fileSchema>;
