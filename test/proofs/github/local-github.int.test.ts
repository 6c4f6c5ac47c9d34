import { describe, expect, it } from 'vitest';
import { rig, TOKEN } from './support.js';

const r = rig();
const HEADERS = { authorization: `Bearer ${TOKEN}`, accept: 'application/vnd.github+json', 'user-agent': 'test' };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${r.github.url}${path}`, { headers: { ...HEADERS, ...headers } });

describe('the local GitHub', () => {
  it.each(['/', '/repos/org/app/pulls', '/repos/org/app/pulls/12/merge', '/repos/org/nothing', '/search/issues'])(
    'answers 404 to %s, which it does not have',
    async (path) => {
      r.github.repo('org/app').pull(12);
      expect((await get(path)).status).toBe(404);
    },
  );

  it('refuses what GitHub refuses', async () => {
    expect((await get('/repos/org/app', { accept: 'text/html' })).status).toBe(415);
    expect((await get('/repos/org/app', { authorization: 'Bearer no' })).status).toBe(401);
    expect((await get('/repos/org/app', { 'x-github-api-version': '1999-01-01' })).status).toBe(400);
    expect((await get('/repos/org/app/commits?per_page=many')).status).toBe(422);
    const post = await fetch(`${r.github.url}/repos/org/app`, { method: 'POST', headers: HEADERS });
    expect(post.status).toBe(404);
  });

  it('shows a private repository to those who have access alone', async () => {
    expect((await get('/repos/org/app')).status).toBe(200);
    r.github.token(TOKEN, { repos: [] });
    expect((await get('/repos/org/app')).status).toBe(404);
  });

  it('leads through a list page by page', async () => {
    const repo = r.github.repo('org/app');
    for (let i = 0; i < 70; i += 1) repo.commit({ message: `Commit ${i}` });
    const seen: string[] = [];
    let next: string | undefined = `${r.github.url}/repos/org/app/commits?sha=main`;
    while (next !== undefined) {
      const page: Response = await fetch(next, { headers: HEADERS });
      seen.push(...((await page.json()) as { sha: string }[]).map(({ sha }) => sha));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen).size).toBe(71);
    expect(r.github.requests).toHaveLength(3);
  });

  it('counts what is asked, and not what has not changed', async () => {
    const first = await get('/repos/org/app');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4999');
    const again = await get('/repos/org/app', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([304, '4999']);
    expect(r.github.requests).toMatchObject([{ conditional: false }, { conditional: true, status: 304 }]);
  });
});
