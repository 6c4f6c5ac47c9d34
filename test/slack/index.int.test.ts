import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSlack, type Slack, type SlackOptions } from '../../src/slack/index.js';
import { type FakeSlack, fakeSlack } from './fake-slack.js';
import { APP_TOKEN, BOT_TOKEN, capturedLog, messageBody } from './support.js';

let server: FakeSlack;
let made: Slack[] = [];
beforeEach(async () => {
  server = await fakeSlack();
});
afterEach(async () => {
  await Promise.all(made.map((s) => s.stop()));
  made = [];
  await server.close();
});

function slack(over: Partial<SlackOptions> = {}) {
  const { log, written } = capturedLog();
  const created = createSlack({
    secrets: { botToken: BOT_TOKEN, appToken: APP_TOKEN, apiUrl: server.apiUrl },
    log,
    now: Date.now,
    postTimeout: 5_000,
    paceMs: 0,
    receive: async () => ({}),
    accepted: () => {},
    onConnected: () => {},
    connections: 1,
    wait: () => 0,
    ...over,
  });
  made.push(created);
  return { ...created, written };
}

describe('[X3] dispatching a stored envelope', () => {
  it('runs the listeners of its kind, without a call to Slack for it', async () => {
    const { app, dispatch } = slack();
    const heard: unknown[] = [];
    app.message(async ({ message }) => void heard.push(message.ts));
    app.command('/owed', async ({ command, ack }) => {
      await ack('unseen');
      heard.push(command.text);
    });
    app.action('close', async ({ action }) => void heard.push(action.type));
    app.view('handoff', async ({ view }) => void heard.push(view.id));
    app.shortcut('track', async ({ shortcut }) => void heard.push(shortcut.callback_id));
    app.event('app_home_opened', async ({ event }) => void heard.push(event.user));
    const user = { id: 'U01', team_id: 'T01' };
    const team = { id: 'T01' };
    await dispatch(messageBody('1.000100'));
    await dispatch({ command: '/owed', text: 'list', user_id: 'U01', team_id: 'T01', channel_id: 'C01' });
    await dispatch({ type: 'block_actions', user, team, actions: [{ type: 'button', action_id: 'close' }] });
    await dispatch({ type: 'view_submission', user, team, view: { id: 'V1', callback_id: 'handoff' } });
    await dispatch({ type: 'message_action', user, team, callback_id: 'track', channel: { id: 'C01' } });
    await dispatch({ type: 'event_callback', team_id: 'T01', event: { type: 'app_home_opened', user: 'U01' } });
    expect(heard).toEqual(['1.000100', 'list', 'button', 'V1', 'track', 'U01']);
    expect(server.calls).toEqual([]);
  });

  it('[H5] of the seat’s own message is not dropped', async () => {
    const { app, dispatch, start } = slack();
    const heard: unknown[] = [];
    app.message(async ({ message }) => void heard.push(message.ts));
    await start();
    await dispatch(messageBody('1.000100', { user: 'U0SMITH', bot_id: 'B0SMITH' }));
    expect(heard).toEqual(['1.000100']);
  });

  it('[A1] of a mention reaches those who listen for messages', async () => {
    const { app, dispatch } = slack();
    const heard: unknown[] = [];
    app.message(async ({ message }) => void heard.push(message.ts));
    await dispatch(messageBody('1.000100', { type: 'app_mention' }));
    expect(heard).toEqual(['1.000100']);
  });

  it('rejects with what a listener threw, and logs no text of it', async () => {
    const { app, dispatch, written } = slack();
    const broken = new Error('a private word');
    app.message(async () => {
      throw broken;
    });
    await expect(dispatch(messageBody('1.000100'))).rejects.toBe(broken);
    app.message(async () => {
      throw new Error('another');
    });
    await expect(dispatch(messageBody('1.000100'))).rejects.toMatchObject({
      code: 'slack_bolt_multiple_listener_error',
    });
    expect(written()).not.toContain('a private word');
  });

  it('that nobody listens to, or that Bolt does not know, resolves', async () => {
    const { dispatch } = slack();
    await dispatch(messageBody('1.000100'));
    await dispatch({ type: 'news_of_next_year' });
  });

  it('that is broken rejects, and does no more', async () => {
    const { dispatch } = slack();
    await expect(dispatch({ event: null })).rejects.toThrow();
  });
});

describe('starting', () => {
  it('[U5] tells who the bot is, and that it is connected', async () => {
    const { start, state } = slack();
    expect(await start()).toMatchObject({ teamId: 'T01', botUser: 'U0SMITH' });
    expect(state()).toMatchObject({ state: 'connected', connections: 1 });
  });

  it('[X3] gives envelopes to the inbox, and not to the listeners', async () => {
    const bodies: unknown[] = [];
    const listener = vi.fn(async () => {});
    const { start, app } = slack({
      receive: async (body) => {
        bodies.push(body.event_id);
        return {};
      },
    });
    app.message(listener);
    await start();
    server.send('e1', messageBody('1.000100'));
    await server.acked('e1');
    expect(bodies).toEqual(['Ev1.000100']);
    expect(listener).not.toHaveBeenCalled();
  });

  it.each([
    ['invalid_auth', /^SLACK_BOT_TOKEN: Slack does not know the token/],
    ['account_inactive', /^SLACK_BOT_TOKEN: the app was removed/],
    ['not_allowed_token_type', /^SLACK_BOT_TOKEN: this is the wrong kind of token/],
  ])('[U5] with a bot token that Slack refuses (%s) says which, and opens no socket', async (error, message) => {
    server.on('auth.test', () => ({ ok: false, error }));
    const { start, written } = slack();
    const failed = await start().catch((e: Error) => e.message);
    expect(failed).toMatch(message);
    expect(`${failed}${written()}`).not.toContain('secret');
    expect(server.to('apps.connections.open')).toEqual([]);
  });

  it('[P3] asks again while Slack stumbles, and not for ever', async () => {
    server.on('auth.test', (_, nth) =>
      nth < 3 ? { status: 503, text: '' } : { url: 'https://w/', team_id: 'T01', user_id: 'U0SMITH' },
    );
    await slack().start();
    server.on('auth.test', () => ({ status: 503, text: '' }));
    await expect(slack().start()).rejects.toThrow(/did not say who the bot is: .*503/);
  });

  it('[X2] and all its calls carry each token in the header alone', async () => {
    const { start, post } = slack();
    await start();
    expect(server.to('auth.test').map((c) => c.token)).toEqual([BOT_TOKEN]);
    expect(server.to('apps.connections.open').map((c) => c.token)).toEqual([APP_TOKEN]);
    expect(post).toBeTypeOf('function');
    expect(JSON.stringify(server.calls.map((c) => c.args))).not.toContain('secret');
  });
});
