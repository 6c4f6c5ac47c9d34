import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReceiver, type ReceiverOptions, type SlackReceiver, SlackStartError } from '../../src/slack/receiver.js';
import { type FakeSlack, fakeSlack } from './fake-slack.js';
import { APP_TOKEN, BOT_TOKEN, capturedLog, gate, messageBody, until } from './support.js';

let slack: FakeSlack;
let started: SlackReceiver[] = [];
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

beforeEach(async () => {
  slack = await fakeSlack();
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  await Promise.all(started.map((r) => r.stop()));
  started = [];
  await slack.close();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

function receiver(over: Partial<ReceiverOptions> = {}) {
  const { log, written } = capturedLog();
  const onConnected = vi.fn();
  const accepted = vi.fn();
  const made = createReceiver({
    appToken: APP_TOKEN,
    apiUrl: slack.apiUrl,
    log,
    now: Date.now,
    receive: async () => ({}),
    accepted,
    onConnected,
    connections: 1,
    wait: () => 0,
    ...over,
  });
  started.push(made);
  return { made, written, onConnected, accepted };
}

/** Waits before the next attempt for longer than the test lives, once it was told. */
function longAfter(told: () => void, ms: number): () => number {
  return () => {
    told();
    return ms;
  };
}

describe('an envelope', () => {
  it('[X3] is acknowledged only after it was stored', async () => {
    const store = gate();
    const acksAtStore: number[] = [];
    const { made, accepted } = receiver({
      receive: async () => {
        await store.passed;
        acksAtStore.push(slack.acks.length);
        return {};
      },
    });
    await made.start();
    slack.send('e1', messageBody('1.000100'));
    await until(() => made.state().lastEventAt !== null);
    store.open();
    await slack.acked('e1');
    expect(acksAtStore).toEqual([0]);
    await until(() => accepted.mock.calls.length === 1);
  });

  it('[X3] that could not be stored is not acknowledged, and is stored when Slack sends it again', async () => {
    const seen: unknown[] = [];
    const { made, written, accepted } = receiver({
      receive: async (body, delivery) => {
        seen.push([body.event_id, delivery.retryNum, delivery.retryReason]);
        if (delivery.retryNum === null) throw Object.assign(new Error('a private word'), { code: 'SQLITE_FULL' });
        return {};
      },
    });
    await made.start();
    slack.send('e1', messageBody('1.000100'));
    await until(() => seen.length === 1);
    slack.send('e2', messageBody('1.000100'), 'events_api', { retry_attempt: 1, retry_reason: 'timeout' });
    await slack.acked('e2');
    expect(seen).toEqual([
      ['Ev1.000100', null, null],
      ['Ev1.000100', 1, 'timeout'],
    ]);
    expect(slack.acks.map((a) => a.envelope_id)).toEqual(['e2']);
    await until(() => accepted.mock.calls.length === 1);
    expect(written()).toContain('"envelope":"e1"');
    expect(written()).toContain('SQLITE_FULL');
    expect(written()).not.toContain('a private word');
  });

  it('[U6] is answered with what its storing gave: the errors of a modal', async () => {
    const ack = { response_action: 'errors', errors: { why: 'say more than whose area it is' } };
    const { made } = receiver({ receive: async () => ({ ack }) });
    await made.start();
    slack.send('e1', { type: 'view_submission', view: { id: 'V1' }, user: { id: 'U01' } }, 'interactive');
    expect(await slack.acked('e1')).toEqual(ack);
  });

  it('[X3] that is malformed breaks nothing: the next one is taken', async () => {
    const { made, written } = receiver();
    await made.start();
    slack.sendRaw('null');
    slack.sendRaw('no json');
    slack.send('bad1', { event: null });
    slack.send('bad2', undefined);
    slack.send('bad3', undefined, 'slash_commands');
    slack.send('bad4', 'a private word', 'interactive');
    slack.send('good', messageBody('1.000100'));
    await slack.acked('good');
    expect(slack.acks.map((a) => a.envelope_id)).toEqual(['good']);
    expect(written()).not.toContain('a private word');
  });

  it('[X3] whose taking-up throws stays acknowledged, for it is stored', async () => {
    const { made } = receiver({
      accepted: () => {
        throw new Error('nobody there');
      },
    });
    await made.start();
    slack.send('e1', messageBody('1.000100'));
    await slack.acked('e1');
    slack.send('e2', messageBody('1.000200'));
    await slack.acked('e2');
  });
});

describe('starting', () => {
  it('[G1] opens two sockets unless told otherwise, and says so', async () => {
    const { made, onConnected } = receiver({ connections: undefined });
    expect(made.state()).toMatchObject({ state: 'connecting', connections: 0, lastEventAt: null });
    await made.start();
    expect(made.state()).toMatchObject({ state: 'connected', connections: 2, lastError: null });
    await until(() => onConnected.mock.calls.length === 2);
    expect(slack.to('apps.connections.open').map((c) => c.token)).toEqual([APP_TOKEN, APP_TOKEN]);
  });

  it('[P3] has a deadline: a socket that never says hello is an error, not a wait', async () => {
    slack.hello = false;
    const { made } = receiver({ startTimeout: 50 });
    await expect(made.start()).rejects.toThrow(/was not open after 0.05 s: .*hello/);
    await slack.open(0);
    expect(made.state().state).toBe('stopped');
  });

  it('[P3] has a deadline when Slack does not answer at all', async () => {
    slack.on('apps.connections.open', () => 'silence');
    const { made } = receiver({ startTimeout: 50 });
    await expect(made.start()).rejects.toThrow(SlackStartError);
  });

  it.each([
    ['invalid_auth', /SLACK_APP_TOKEN: Slack does not know the token .*copy it again/],
    ['not_allowed_token_type', /SLACK_APP_TOKEN: .*xapp-/],
    ['account_inactive', /SLACK_APP_TOKEN: .*install the app again/],
    ['token_revoked', /SLACK_APP_TOKEN: .*install the app again/],
  ])('[U5] with a token that Slack refuses (%s) says which, and what mends it', async (error, message) => {
    slack.on('apps.connections.open', () => ({ ok: false, error }));
    const { made } = receiver();
    await expect(made.start()).rejects.toThrow(message);
    expect(slack.to('apps.connections.open')).toHaveLength(1);
  });

  it('[P3] goes on while Slack stumbles within the deadline', async () => {
    const url = slack.apiUrl.replace('http', 'ws');
    const stumbles: Record<number, object> = {
      1: { status: 503, text: '<html>' },
      2: { ok: false, error: 'internal_error' },
      3: { status: 429, headers: { 'retry-after': '0' }, text: '' },
    };
    slack.on('apps.connections.open', (_, nth) => (stumbles[nth] as Record<string, unknown>) ?? { url });
    const { made } = receiver();
    await made.start();
    expect(made.state()).toMatchObject({ state: 'connected', lastError: null });
  });
});

describe('a socket that is gone', () => {
  it('[H11] is opened again, and the read-back is called for it', async () => {
    const { made, onConnected } = receiver();
    await made.start();
    slack.sockets[0]?.terminate();
    await until(() => onConnected.mock.calls.length === 2);
    expect(made.state()).toMatchObject({ state: 'connected', connections: 1 });
  });

  it('[H11] at Slack’s own request is opened again', async () => {
    const { made, onConnected } = receiver();
    await made.start();
    slack.sendRaw(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
    await until(() => onConnected.mock.calls.length === 2);
    slack.send('e1', messageBody('1.000100'));
    await slack.acked('e1');
  });

  it('[G1] comes back after 503s on reconnecting, with longer and longer waits, and says meanwhile what is wrong', async () => {
    const url = slack.apiUrl.replace('http', 'ws');
    let down = false;
    slack.on('apps.connections.open', () => (down ? { status: 503, text: 'no' } : { url }));
    const waits: number[] = [];
    const { made, onConnected } = receiver({
      wait: (failures) => {
        waits.push(failures);
        if (failures === 4) {
          expect(made.state()).toMatchObject({ state: 'disconnected', connections: 0 });
          expect(made.state().lastError).toContain('503');
          down = false;
        }
        return 0;
      },
    });
    await made.start();
    down = true;
    slack.sockets[0]?.terminate();
    await until(() => onConnected.mock.calls.length === 2);
    expect(waits).toEqual([1, 2, 3, 4]);
    expect(made.state()).toMatchObject({ state: 'connected', connections: 1, lastError: null });
  });

  it('[G1] for a reason that lasts says it in words', async () => {
    const waiting = gate();
    const { made } = receiver({ wait: longAfter(waiting.open, 60_000) });
    await made.start();
    slack.sendRaw(JSON.stringify({ type: 'disconnect', reason: 'link_disabled' }));
    await waiting.passed;
    expect(made.state().state).toBe('disconnected');
    expect(made.state().lastError).toContain('Socket Mode is off (link_disabled)');
  });

  it('[G1] leaves the other one at work', async () => {
    const waiting = gate();
    const { made } = receiver({ connections: 2, wait: longAfter(waiting.open, 60_000) });
    await made.start();
    slack.sockets[0]?.terminate();
    await waiting.passed;
    expect(made.state()).toMatchObject({ state: 'connected', connections: 1 });
    slack.send('e1', messageBody('1.000100'));
    await slack.acked('e1');
  });

  it('[H11] does not come to harm by a read-back that throws', async () => {
    const { made } = receiver({
      onConnected: () => {
        throw new Error('not readable');
      },
    });
    await made.start();
    slack.send('e1', messageBody('1.000100'));
    await slack.acked('e1');
  });
});

describe('stopping', () => {
  it('[X3] finishes and acknowledges what is being stored, takes no more, and closes the sockets', async () => {
    const store = gate();
    const bodies: unknown[] = [];
    const { made } = receiver({
      connections: 2,
      receive: async (body) => {
        bodies.push(body.event_id);
        await store.passed;
        return {};
      },
    });
    await made.start();
    slack.send('e1', messageBody('1.000100'));
    await until(() => bodies.length === 1);
    const stopped = made.stop();
    slack.send('e2', messageBody('1.000200'));
    slack.sendRaw(JSON.stringify({ type: 'hello' }));
    store.open();
    await stopped;
    await slack.open(0);
    expect(slack.acks.map((a) => a.envelope_id)).toEqual(['e1']);
    expect(bodies).toEqual(['Ev1.000100']);
    expect(made.state()).toMatchObject({ state: 'stopped', connections: 0 });
  });

  it('[X3] leaves no socket behind that Slack grants only afterwards', async () => {
    const granted = gate();
    slack.on('apps.connections.open', async () => {
      await granted.passed;
      return { url: slack.apiUrl.replace('http', 'ws') };
    });
    const { made } = receiver();
    const starting = made.start().catch((error: Error) => error.message);
    await until(() => slack.to('apps.connections.open').length === 1);
    await made.stop();
    granted.open();
    for (let n = 0; n < 5; n += 1) await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' });
    await slack.open(0);
    expect(await starting).toContain('it was stopped meanwhile');
  });

  it('[X3] ends also while it waits to connect again', async () => {
    const waiting = gate();
    const { made } = receiver({ wait: longAfter(waiting.open, 3_600_000) });
    await made.start();
    slack.sockets[0]?.terminate();
    await waiting.passed;
    await made.stop();
    expect(slack.sockets).toHaveLength(0);
  });
});

it('[X2] no token, ticket or text of a message reaches the log', async () => {
  const { made, written } = receiver();
  await made.start();
  slack.send('e1', messageBody('1.000100'));
  await slack.acked('e1');
  slack.sockets[0]?.terminate();
  await until(() => slack.to('apps.connections.open').length === 2);
  await made.stop();
  for (const secret of [BOT_TOKEN, APP_TOKEN, 'secretoftheapp', 'a private word', 'ws://']) {
    expect(written()).not.toContain(secret);
  }
});
