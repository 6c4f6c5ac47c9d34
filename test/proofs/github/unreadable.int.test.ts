import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { FaultSpec } from '../../../dev/github/index.js';
import { HOUR, request, rig, START, stored, TOKEN } from './support.js';

const r = rig();
const app = () => r.github.repo('org/app');
const read = async (options = {}, memory = {}) => (await r.reader(options).readPullRequest(request(), memory)).result;

describe('what cannot be read', () => {
  it.each<[string, FaultSpec, string]>([
    ['answers 502', { kind: 'status', status: 502 }, 'GitHub answered 502 for org/app#12'],
    ["answers with a proxy's page", { kind: 'html' }, "what came back for org/app#12 is not an answer of GitHub's"],
    ['answers with a page and 503', { kind: 'html', status: 503 }, 'GitHub answered 503 for org/app#12'],
    [
      'answers in another shape',
      { kind: 'json', body: { ok: true } },
      "what came back for org/app#12 is not an answer of GitHub's",
    ],
    ['answers with null', { kind: 'json', body: null }, "what came back for org/app#12 is not an answer of GitHub's"],
    ['cuts the connection', { kind: 'cut' }, 'GitHub could not be reached (UND_ERR_SOCKET)'],
  ])('[O2] is unknown in one sentence when GitHub %s', async (_, fault, reason) => {
    app().pull(12).merge();
    r.github.fault(fault);
    expect(await read()).toEqual({ read: 'unknown', reason, retryAt: null });
  });

  it.each(['hang', 'stall'] as const)(
    '[S4] is unknown after the time-out, and not asked twice, when GitHub %ss',
    async (kind) => {
      app().pull(12).merge();
      const fault = r.github.fault({ kind });
      const reason = 'GitHub did not answer within 0.2 s for org/app#12';
      expect(await read({ timeout: 200 })).toEqual({ read: 'unknown', reason, retryAt: null });
      expect(fault.hits).toBe(1);
    },
  );

  it('[O2] is unknown when nothing listens there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await read({ apiUrl: `http://127.0.0.1:${port}` })).toMatchObject({
      read: 'unknown',
      reason: 'GitHub could not be reached (ECONNREFUSED)',
    });
  });

  it('[O2] is unknown when it is not there, or not for this token', async () => {
    const notThere = 'org/app#12 does not exist, or the token has no access to it';
    expect(await read()).toMatchObject({ read: 'unknown', reason: notThere });
    app().pull(12).merge();
    r.github.token(TOKEN, { repos: ['org/else'] });
    expect(await read()).toMatchObject({ read: 'unknown', reason: notThere });
    r.github.revokeToken(TOKEN);
    expect(await read()).toMatchObject({ read: 'unknown', reason: 'GitHub does not accept the token' });
    expect(await read({ token: null })).toMatchObject({
      reason: 'org/app#12 does not exist, or it is private and no token is set',
    });
  });

  it('[O1] is read without a token where it is public', async () => {
    const open = r.github.repo('org/open');
    open.pull(12).merge();
    const { result } = await r.reader({ token: null }).readPullRequest({ ...request(), repo: 'org/open' }, {});
    expect(result).toMatchObject({ read: 'proved' });
  });

  it('[S4] is asked once more when GitHub fails for a moment', async () => {
    app().pull(12).merge();
    const fault = r.github.fault({ kind: 'status', status: 502, times: 1 });
    expect(await read()).toMatchObject({ read: 'proved' });
    expect(fault.hits).toBe(1);
  });

  it('[O2] proves nothing while GitHub is down for an hour, and is what it was afterwards', async () => {
    const pull = app().pull(12);
    const github = r.reader();
    let { memory } = await github.readPullRequest(request(), {});
    const down = r.github.fault({ kind: 'status', status: 503 });
    for (let minutes = 0; minutes < 60; minutes += 5) {
      r.clock.now = START + minutes * 60_000;
      const outcome = await github.readPullRequest(request(), stored(memory));
      expect(outcome.result).toMatchObject({ read: 'unknown' });
      memory = outcome.memory;
    }
    down.end();
    const asked = r.github.requests.length;
    const back = await github.readPullRequest(request(), stored(memory));
    expect(back.result).toMatchObject({ read: 'open' });
    expect(r.github.requests.slice(asked).every(({ status }) => status === 304)).toBe(true);
    pull.merge();
    expect((await github.readPullRequest(request(), stored(back.memory))).result).toMatchObject({ read: 'proved' });
  });
});

describe('the rate limit', () => {
  it('[S4] used up says until when, and nothing is asked before', async () => {
    app().pull(12).merge();
    const rate = r.github.rate(TOKEN);
    rate.used = rate.limit;
    rate.reset = START + HOUR / 2;
    const github = r.reader();
    const limited = {
      read: 'unknown',
      reason: "GitHub's rate limit is used up until 09:30 UTC",
      retryAt: START + HOUR / 2,
    };
    expect((await github.readPullRequest(request(), {})).result).toEqual(limited);
    expect((await github.readPullRequest(request(13), {})).result).toEqual(limited);
    expect(r.github.requests).toHaveLength(1);
    r.clock.now = START + HOUR / 2;
    expect((await github.readPullRequest(request(), {})).result).toMatchObject({ read: 'proved' });
  });

  it('[S4] used up in the middle of a read loses neither the pull request nor what was read', async () => {
    app().pull(12);
    const rate = r.github.rate(TOKEN);
    rate.used = rate.limit - 1;
    expect(await read()).toMatchObject({ read: 'open', blocking: null, unread: expect.stringContaining('rate limit') });
  });

  it.each([403, 429] as const)(
    '[S4] of the secondary kind (%i) says until when, without waiting for it',
    async (status) => {
      app().pull(12).merge();
      const fault = r.github.fault({ kind: 'secondary', retryAfter: 90, status });
      expect(await read()).toMatchObject({ read: 'unknown', retryAt: START + 90_000 });
      expect(fault.hits).toBe(1);
    },
  );

  it('[S4] of the secondary kind without a time is given a minute', async () => {
    app().pull(12).merge();
    r.github.fault({ kind: 'secondary' });
    expect(await read()).toMatchObject({ read: 'unknown', retryAt: START + 60_000 });
  });

  it('[S4] of a second or two is waited out, once', async () => {
    app().pull(12).merge();
    const brief = r.github.fault({ kind: 'secondary', retryAfter: 2, times: 1 });
    expect(await read()).toMatchObject({ read: 'proved' });
    expect(brief.hits).toBe(1);
    const lasting = r.github.fault({ kind: 'secondary', retryAfter: 2 });
    expect(await read()).toMatchObject({ read: 'unknown' });
    expect(lasting.hits).toBe(2);
  });
});

describe('the token', () => {
  it('[X2] is in no reason, no memory and no log line, whatever fails', async () => {
    app().pull(12).merge();
    const told: string[] = [JSON.stringify(await r.reader().readPullRequest(request(), {}))];
    const faults: FaultSpec[] = [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 401 },
      { kind: 'json', body: { message: `Bearer ${TOKEN}`, documentation_url: TOKEN } },
      { kind: 'cut' },
      { kind: 'secondary', retryAfter: 90 },
    ];
    for (const spec of faults) {
      const fault = r.github.fault(spec);
      told.push(JSON.stringify(await r.reader().readPullRequest(request(), {})));
      fault.end();
    }
    const strange = { ...request(), people: null } as unknown as ReturnType<typeof request>;
    const outcome = await r.reader().readPullRequest(strange, {});
    expect(outcome).toEqual({
      result: { read: 'unknown', reason: 'reading org/app#12 failed in Owed itself', retryAt: null },
      memory: {},
    });
    expect(r.logged).toEqual(['{"error":"TypeError"} Reading org/app#12 at GitHub failed in Owed itself']);
    expect([...told, ...r.logged].join('\n')).not.toContain(TOKEN.slice(4));
  });

  it('[X2] is not sent along to another host', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((incoming, answer) => {
      seen.push(incoming.headers.authorization);
      answer.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    r.github.fault({ kind: 'redirect', to: `http://localhost:${port}/` });
    expect(await read()).toMatchObject({ read: 'unknown' });
    expect(seen).toEqual([undefined]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
