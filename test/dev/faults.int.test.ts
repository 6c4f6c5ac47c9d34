import { describe, expect, it } from 'vitest';
import { client, refusal, workspace } from './support.js';

const BRIDGE = 'C02BRIDGE';
const POST = { method: 'chat.postMessage' };

describe('a fault on order', () => {
  it('loses the response and keeps the message', async () => {
    const w = await workspace();
    const fault = w.faults.add({ ...POST, kind: 'lose-response', times: 1 });
    const lost = client(w).chat.postMessage({ channel: BRIDGE, text: 'lost' });
    await expect(lost).rejects.toMatchObject({ code: 'slack_webapi_request_error' });
    expect(w.messages(BRIDGE)).toMatchObject([{ text: 'lost' }]);
    expect(fault.hits).toBe(1);
    expect(w.calls('chat.postMessage')).toMatchObject([{ outcome: { status: 'lost' } }]);
    expect(await refusal(client(w).chat.postMessage({ channel: BRIDGE, text: 'next' }))).toBe('ok');
  });

  it('reaches the server once for each retry of the real client', async () => {
    const w = await workspace();
    w.faults.add({ ...POST, kind: 'lose-response' });
    const retrying = client(w, 'xoxb-smith', { retryConfig: { retries: 2, factor: 1, minTimeout: 1, maxTimeout: 1 } });
    await refusal(retrying.chat.postMessage({ channel: BRIDGE, text: 'x' }));
    expect(w.calls('chat.postMessage')).toHaveLength(3);
    expect(w.messages(BRIDGE)).toHaveLength(3);
  });

  it.each([
    ['hang', 1],
    ['hang-before', 0],
  ] as const)('by %s never answers, and stores %i', async (kind, stored) => {
    const w = await workspace();
    w.faults.add({ ...POST, kind });
    const call = client(w, 'xoxb-smith', { timeout: 150 }).chat.postMessage({ channel: BRIDGE, text: 'x' });
    await expect(call).rejects.toMatchObject({ code: 'slack_webapi_request_error' });
    expect(w.messages(BRIDGE)).toHaveLength(stored);
  });

  it('answers 429 with Retry-After, by method, channel and app', async () => {
    const w = await workspace();
    w.faults.add({ ...POST, kind: 'rate-limit', retryAfter: 7, channel: BRIDGE, app: 'A0SMITH' });
    const post = (token: string, channel: string) => client(w, token).chat.postMessage({ channel, text: 'x' });
    await expect(post('xoxb-smith', BRIDGE)).rejects.toMatchObject({
      code: 'slack_webapi_rate_limited_error',
      retryAfter: 7,
    });
    expect(await refusal(post('xoxb-trinity', BRIDGE))).toBe('ok');
    expect(await refusal(post('xoxb-smith', 'C06RUNS'))).toBe('ok');
    expect(w.messages(BRIDGE)).toMatchObject([{ app_id: 'A0TRINITY' }]);
  });

  it('answers 500, HTML with 200, and any error code, storing only when asked', async () => {
    const w = await workspace();
    const smith = client(w);
    const post = (text: string) => smith.chat.postMessage({ channel: BRIDGE, text });
    w.faults.add({ ...POST, kind: 'http-500', times: 1 });
    await expect(post('a')).rejects.toMatchObject({ statusCode: 500 });
    w.faults.add({ ...POST, kind: 'html-200', times: 1 });
    expect(await refusal(post('b'))).toContain('<!DOCTYPE html>');
    w.faults.add({ ...POST, kind: 'error', code: 'fatal_error', times: 1 });
    expect(await refusal(post('c'))).toBe('fatal_error');
    w.faults.add({ ...POST, kind: 'error', code: 'internal_error', stored: true, times: 1 });
    expect(await refusal(post('d'))).toBe('internal_error');
    expect(w.messages(BRIDGE).map(({ text }) => text)).toEqual(['d']);
  });

  it('hides a post from history until its time has passed', async () => {
    let now = 1_700_000_000_000;
    const w = await workspace({ now: () => now });
    const smith = client(w);
    w.faults.add({ ...POST, kind: 'delay-history', ms: 5_000, times: 1 });
    const { ts = '' } = await smith.chat.postMessage({ channel: BRIDGE, text: 'slow' });
    const history = async () => (await smith.conversations.history({ channel: BRIDGE })).messages?.length;
    expect(await history()).toBe(0);
    expect(await refusal(smith.conversations.replies({ channel: BRIDGE, ts }))).toBe('thread_not_found');
    now += 5_000;
    expect(await history()).toBe(1);
  });

  it('hides metadata', async () => {
    const w = await workspace();
    const smith = client(w);
    await smith.chat.postMessage({ channel: BRIDGE, text: 'x', metadata: { event_type: 'x', event_payload: {} } });
    const fault = w.faults.add({ method: '*', kind: 'hide-metadata' });
    const read = async () =>
      (await smith.conversations.history({ channel: BRIDGE, include_all_metadata: true })).messages?.[0];
    expect(await read()).not.toHaveProperty('metadata');
    fault.remove();
    expect(await read()).toHaveProperty('metadata');
    expect(fault.hits).toBe(1);
  });
});

describe('a hook', () => {
  it('runs before a call, when its effect is stored, and after its answer', async () => {
    const w = await workspace();
    const seen: string[] = [];
    for (const phase of ['before', 'stored', 'after'] as const) {
      w.hooks.on('chat.postMessage', phase, (call) => {
        seen.push(`${phase}: ${w.messages(BRIDGE).length} stored, ${call.outcome.status}`);
      });
    }
    await client(w).chat.postMessage({ channel: BRIDGE, text: 'x' });
    await w.waitFor(() => seen.length === 3);
    expect(seen).toEqual(['before: 0 stored, pending', 'stored: 1 stored, pending', 'after: 1 stored, answered']);
  });

  it('on the stored effect runs before the event leaves', async () => {
    const w = await workspace();
    let sent = -1;
    w.hooks.on('chat.postMessage', 'stored', () => {
      sent = w.sockets.deliveries.filter(({ attempts }) => attempts > 0).length;
    });
    await client(w).chat.postMessage({ channel: BRIDGE, text: 'x' });
    expect(sent).toBe(0);
  });
});

describe('waiting', () => {
  it('ends with what was found', async () => {
    const w = await workspace();
    const found = w.waitFor(() => w.messages(BRIDGE)[0]);
    w.as('U01GERA').post(BRIDGE, 'hello');
    expect(await found).toMatchObject({ text: 'hello' });
  });

  it('in vain says what for, and how the channels stand', async () => {
    const w = await workspace();
    w.as('U01GERA').post(BRIDGE, 'hello');
    const vain = w.waitFor(() => false, { timeoutMs: 20, what: 'a nudge' });
    await expect(vain).rejects.toThrow(/20 ms in vain for a nudge[\s\S]*#bridge[\s\S]*gera: hello/);
  });
});

describe('over HTTP', () => {
  it('another process can act and look, and order faults', async () => {
    const w = await workspace();
    const call = async (method: string, path: string, body?: object) => {
      const headers = body ? { 'content-type': 'application/json' } : undefined;
      const answer = await fetch(w.url + path, { method, headers, body: body && JSON.stringify(body) });
      return (await answer.json()) as { ok: boolean; result?: unknown; error?: string };
    };
    expect(await call('POST', '/dev/as/U01GERA/post', { args: [BRIDGE, 'hello'] })).toMatchObject({ ok: true });
    expect(await call('GET', `/dev/messages/${BRIDGE}`)).toMatchObject({ result: [{ text: 'hello' }] });
    expect(await call('POST', '/dev/as/U05EXT/post', { args: [BRIDGE, 'x'] })).toMatchObject({
      error: 'not_in_channel',
    });
    expect(await call('POST', '/dev/as/U01GERA/constructor', { args: [] })).toMatchObject({ ok: false });
    await call('POST', '/dev/faults', { ...POST, kind: 'error', code: 'fatal_error' });
    expect(await refusal(client(w).chat.postMessage({ channel: BRIDGE, text: 'x' }))).toBe('fatal_error');
  });

  it('a page from elsewhere cannot', async () => {
    const w = await workspace();
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${w.url}/dev/as/U01GERA/post`, { method: 'POST', headers, body }).then(({ status }) => status);
    const json = { 'content-type': 'application/json' };
    expect(await post({ ...json, origin: 'http://evil.example' }, JSON.stringify({ args: [BRIDGE, 'x'] }))).toBe(403);
    expect(await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'args=x')).toBe(403);
    expect(w.messages(BRIDGE)).toEqual([]);
  });
});
