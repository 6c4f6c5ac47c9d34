/** docs/operating.md names the metrics, the doctor's findings and the environment as the code has them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/http/metrics.js';
import { coded, ROOT, read, table } from './pages.js';

/** What prom-client itself measures. */
const OF_NODE = /^owed_(?:process|nodejs)_/;

describe('docs/operating.md', () => {
  it('[G1] names every metric of ours, and no other', () => {
    const registry = createMetrics(() => Promise.reject(new Error('not read here')));
    const ours = registry.getMetricsAsArray().map((metric) => metric.name);
    const named = table('docs/operating.md', 'Health and metrics').map(([metric]) => coded(metric ?? '')[0]);
    expect(named.sort()).toEqual(ours.filter((name) => !OF_NODE.test(name)).sort());
  });

  it('names every finding of the doctor', () => {
    const files = readdirSync(join(ROOT, 'src/cli/doctor')).map((file) => read(`src/cli/doctor/${file}`));
    const source = files.join('\n');
    const direct = [...source.matchAll(/\b(?:good|bad|unsure|lost)\(\s*'([a-z ]+)'/g)].map((match) => match[1]);
    const made = [...source.matchAll(/const check = `([a-z]+ (?:to )?)\$\{/g)].map((match) => `${match[1]}…`);
    const named = table('docs/operating.md', 'What the doctor finds').flatMap(([finding]) => coded(finding ?? ''));
    const found = [...new Set([...direct, ...made])].filter((finding) => finding !== 'channels');
    expect(found.filter((finding) => !named.includes(finding ?? ''))).toEqual([]);
    expect(named.filter((finding) => !found.includes(finding))).toEqual([]);
  });

  it('names every variable of the environment that Owed reads', () => {
    const named = table('docs/operating.md', 'Environment').flatMap(([variable]) => coded(variable ?? ''));
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.ts'))
      .map((entry) => read(join(entry.parentPath.slice(ROOT.length + 1), entry.name)));
    const used = files.flatMap((text) => [...text.matchAll(/\benv\.((?:OWED|SLACK)_[A-Z_]+)/g)].map((m) => m[1] ?? ''));
    expect(named.sort()).toEqual([...new Set(used)].sort());
  });
});
