/** README's configurations load, and docs/operating.md has every key with its default. */
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/build.js';
import { formatDuration, formatProblems, parseConfig } from '../../src/config/index.js';
import { BUILT_IN_KIND_NAMES, DEFAULT_READ, DEFAULT_TAKEN, KIND_DEFAULTS } from '../../src/config/kinds.js';
import { fileSchema } from '../../src/config/schema.js';
import { blocks, coded, table } from './pages.js';

describe('configurations in README.md', () => {
  const files = blocks('README.md', 'yaml');

  it('are two: one seat, and several', () => expect(files).toHaveLength(2));

  it.each([
    [0, {}],
    [1, { OWED_SEAT: 'smith' }],
    [1, { OWED_SEAT: 'trinity' }],
  ])('number %i loads with %o', (index, env) => {
    const read = parseConfig(files[index] ?? '', '/srv/owed/owed.yml', env);
    expect(read.ok ? [] : formatProblems('README.md', read.problems)).toEqual([]);
  });
});

interface Shape {
  def: {
    type: string;
    shape?: Record<string, Shape>;
    catchall?: Shape;
    innerType?: Shape;
    valueType?: Shape;
    element?: Shape;
  };
}

/** What stands for a name that the person chooses, by the map that it is a key of. */
const CHOSEN: Record<string, string> = { seats: 'SEAT', people: 'PERSON', labels: 'LABEL' };

/** The path of every leaf of the file's shape. */
function keysOf(schema: Shape, path: string): string[] {
  const { type, shape, catchall, innerType, valueType, element } = schema.def;
  const under = (key: string) => (path === '' ? key : `${path}.${key}`);
  if (innerType) return keysOf(innerType, path);
  if (type === 'object') {
    const named = Object.entries(shape ?? {}).flatMap(([key, inner]) => keysOf(inner, under(key)));
    return catchall && catchall.def.type === 'object' ? [...named, ...keysOf(catchall, under('KIND'))] : named;
  }
  if (type === 'record' && valueType) return keysOf(valueType, under(CHOSEN[path.split('.').at(-1) ?? ''] ?? 'NAME'));
  if (type === 'array' && element) {
    const inner = keysOf(element, `${path}[]`);
    return inner.length === 1 && inner[0] === `${path}[]` ? [path] : inner;
  }
  return [path];
}

/** What every kind takes has one row for all of them. */
const shared = (key: string): string => key.replace(/^kinds\.[a-z-]+\.(read|taken|owed_to)$/, 'kinds.KIND.$1');

describe('docs/operating.md', () => {
  const rows = new Map(
    table('docs/operating.md', 'Configuration').map(([key, ...rest]) => [coded(key ?? '')[0], rest]),
  );
  const known = [...new Set(keysOf(fileSchema as unknown as Shape, '').map(shared))];

  it('[X4] has a row for every key that the file may have, and for no other', () => {
    expect([...rows.keys()].sort()).toEqual(known.sort());
  });

  it('says the defaults that the code has', () => {
    const time = (ms: number | null) => (ms === null ? 'none' : `\`${formatDuration(ms)}\``);
    const { bridgeLookback, sweep, posts, github, http, check, agentTimeout, lanes } = DEFAULTS;
    const { handoff, held } = KIND_DEFAULTS;
    const words = (list: readonly string[]) => list.map((word) => `\`${word}\``).join(', ');
    const wanted: Record<string, string> = {
      bridge_lookback: time(bridgeLookback),
      'lanes.internal': words(lanes.internal),
      'lanes.customer_words': words(lanes.customerWords),
      'ledger.url': `\`${DEFAULTS.ledgerUrl}\``,
      'people.PERSON.pages': `\`${DEFAULTS.pages}\``,
      'sweep.every': time(sweep.every),
      'sweep.storm': `\`${sweep.storm}\``,
      'posts.timeout': time(posts.timeout),
      'posts.lease': time(posts.lease),
      'posts.settle': time(posts.settle),
      'posts.retry': time(posts.retry),
      'kinds.KIND.read': time(DEFAULT_READ),
      'kinds.KIND.taken': time(DEFAULT_TAKEN),
      'kinds.ask.rerun': time(KIND_DEFAULTS.ask.rerun),
      'kinds.handoff.customer.nudge': time(handoff.customerBounds.nudge),
      'kinds.handoff.customer.page': time(handoff.customerBounds.page),
      'kinds.handoff.internal.nudge': time(handoff.bounds.nudge),
      'kinds.handoff.internal.page': time(handoff.bounds.page),
      'kinds.held.customer.page': time(held.customerBounds.page),
      'kinds.held.internal.page': time(held.bounds.page),
      'kinds.session-link.line': time(KIND_DEFAULTS['session-link'].line),
      'github.api_url': `\`${github.apiUrl}\``,
      'github.token_env': `\`${github.tokenEnv}\``,
      'checks[].branch': `\`${check.branch}\``,
      'checks[].red_runs': `\`${check.redRuns}\``,
      'agent.timeout': time(agentTimeout),
      'rungs.timeout': time(DEFAULTS.rungs.timeout),
      'rungs.wait': time(DEFAULTS.rungs.wait),
      'rungs.per_sweep': `\`${DEFAULTS.rungs.perSweep}\``,
      'rungs.per_day': `\`${DEFAULTS.rungs.perDay}\``,
      'http.host': `\`${http.host}\``,
      'http.port': `\`${http.port}\``,
    };
    for (const kind of BUILT_IN_KIND_NAMES) {
      if (known.includes(`kinds.${kind}.page`)) wanted[`kinds.${kind}.page`] = time(KIND_DEFAULTS[kind].bounds.page);
    }
    const said = Object.fromEntries(Object.keys(wanted).map((key) => [key, rows.get(key)?.[0]]));
    // `60m` and `1h` are the same time.
    const plain = (of: Record<string, string | undefined>) =>
      Object.fromEntries(
        Object.entries(of).map(([key, value]) => [
          key,
          value?.replaceAll('`60m`', '`1h`').replaceAll('`60s`', '`1m`').replaceAll('`24h`', '`1d`'),
        ]),
      );
    expect(plain(said)).toEqual(plain(wanted));
    expect(rows.get('kinds.KIND.taken')?.[1]).toContain(`\`24h\` for \`check\``);
    expect(KIND_DEFAULTS.check.taken).toBe(24 * 3_600_000);
  });
});
