import { describe, expect, it } from 'vitest';
import { bridgeLog, errorId, scrub } from '../../src/slack/log.js';
import { socketWait } from '../../src/slack/supervise.js';
import { capturedLog } from './support.js';

describe('[X2] the log of Slack’s packages', () => {
  it('keeps words, and neither tokens nor addresses nor objects', () => {
    const { log, written } = capturedLog();
    const bridged = bridgeLog(log);
    bridged.debug('http request body: {"text":"a private word"}');
    bridged.warn('http request failed', { text: 'a private word' });
    bridged.error('Failed (xoxb-12-abc, xapp-1-A0-def) at wss://host/link?ticket=123', { private: 1 });
    bridged.error(Object.assign(new Error('a private word'), { code: 'SOME_CODE' }));
    expect(written()).toContain('http request failed');
    expect(written()).toContain('Failed ([token], [token]) at [url]');
    expect(written()).toContain('SOME_CODE');
    expect(written()).not.toMatch(/private|ticket|xoxb|xapp/);
  });

  it('never claims to be at debug, where the packages write payloads', () => {
    const bridged = bridgeLog(capturedLog().log);
    bridged.setLevel('debug' as never);
    expect(bridged.getLevel()).toBe('info');
  });

  it('cuts what is long', () => {
    expect(scrub('x'.repeat(500))).toHaveLength(200);
  });

  it('knows an error by its name and code', () => {
    expect(errorId(Object.assign(new TypeError('a private word'), { code: 'E1' }))).toEqual({
      error: 'TypeError',
      code: 'E1',
    });
    expect(errorId('a private word')).toEqual({ error: 'string' });
    expect(errorId({})).toEqual({ error: 'object' });
  });
});

it('[G1] waits between attempts double up to half a minute, and jitter halves them at most', () => {
  expect([1, 2, 3, 4].map((n) => socketWait(n, 0))).toEqual([500, 1000, 2000, 4000]);
  expect([8, 50, 10_000].map((n) => socketWait(n, 0))).toEqual([30_000, 30_000, 30_000]);
  expect(socketWait(3, 1)).toBe(1000);
});
