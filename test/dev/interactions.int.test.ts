import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { client, refusal, seat, workspace } from './support.js';

const BRIDGE = 'C02BRIDGE';
const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (text: string, value: string) => ({
  type: 'button' as const,
  text: plain(text),
  action_id: 'decide',
  value,
});
const buttons = [{ type: 'actions' as const, block_id: 'choice', elements: [button('Yes', 'yes')] }];

function modal(more: Partial<ModalView> = {}): ModalView {
  return {
    type: 'modal',
    callback_id: 'handoff',
    title: plain('Hand off'),
    submit: plain('Send'),
    private_metadata: 'pm',
    blocks: [
      {
        type: 'input',
        block_id: 'lane',
        label: plain('Lane'),
        element: { type: 'plain_text_input', action_id: 'text', max_length: 20 },
      },
      {
        type: 'input',
        block_id: 'to',
        label: plain('To'),
        optional: true,
        element: { type: 'users_select', action_id: 'user' },
      },
      {
        type: 'input',
        block_id: 'kind',
        label: plain('Kind'),
        element: {
          type: 'static_select',
          action_id: 'pick',
          options: ['ask', 'task'].map((value) => ({ text: plain(`A ${value}`), value })),
        },
      },
    ],
    ...more,
  };
}

/** An app that opens the modal from the message shortcut. */
const opensModal =
  (view = modal()) =>
  (app: App) => {
    app.shortcut('owed_handoff', async ({ ack, client: web, shortcut }) => {
      await ack();
      await web.views.open({ trigger_id: shortcut.trigger_id, view });
    });
  };

async function withModal(listen: (app: App) => void, view = modal()) {
  const w = await workspace({ ackTimeoutMs: 300 });
  await seat(w, 'smith', (app) => {
    opensModal(view)(app);
    listen(app);
  });
  const gera = w.as('U01GERA');
  const { ts } = w.as('U02FEDE').post(BRIDGE, 'please take this');
  await gera.openShortcut('owed_handoff', BRIDGE, ts, 'A0SMITH');
  await w.waitFor(() => gera.modal(), { what: 'the modal' });
  return { w, gera, ts };
}

describe('a slash command', () => {
  it('answers the person alone with the payload of its acknowledgement', async () => {
    const w = await workspace();
    await seat(w, 'smith', (app) => app.command('/owed-smith', ({ ack, command }) => ack(`you said ${command.text}`)));
    const { ephemerals } = await w.as('U01GERA').slash(BRIDGE, '/owed-smith', 'list');
    expect(ephemerals).toMatchObject([{ user: 'U01GERA', text: 'you said list', channel: BRIDGE }]);
    expect(w.messages(BRIDGE)).toEqual([]);
  });

  it('carries the fields that Slack gives', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith', (app) => app.command('/owed-smith', ({ ack }) => ack()));
    await w.as('U01GERA').slash(BRIDGE, '/owed-smith', 'list');
    expect(smith.bodies[0]?.body).toMatchObject({
      command: '/owed-smith',
      text: 'list',
      user_id: 'U01GERA',
      user_name: 'gera',
      channel_id: BRIDGE,
      channel_name: 'bridge',
      team_id: 'T0OWED',
      api_app_id: 'A0SMITH',
      response_url: expect.stringContaining(w.url),
      trigger_id: expect.any(String),
    });
  });

  it('tells the person of a time-out when nobody acknowledges', async () => {
    const w = await workspace({ ackTimeoutMs: 30 });
    await seat(w, 'smith', (app) => app.command('/owed-smith', async () => {}));
    const result = await w.as('U01GERA').slash(BRIDGE, '/owed-smith');
    expect(result.error).toBe('operation_timeout');
    expect(w.ephemerals('U01GERA')).toMatchObject([{ text: '/owed-smith failed with the error "operation_timeout"' }]);
    expect(w.sockets.deliveries).toMatchObject([{ attempts: 1, status: 'lost' }]);
  });

  it('fails at once without a socket, and for a command that nobody has', async () => {
    const w = await workspace();
    expect((await w.as('U01GERA').slash(BRIDGE, '/owed-smith')).error).toBe('dispatch_failed');
    expect((await w.as('U01GERA').slash(BRIDGE, '/shout')).error).toBe('not_a_command');
  });

  it('is refused an answer with invalid blocks', async () => {
    const w = await workspace();
    const blocks = [{ type: 'header', text: plain('x'.repeat(151)) }] as never;
    await seat(w, 'smith', (app) => app.command('/owed-smith', ({ ack }) => ack({ text: 'x', blocks })));
    expect((await w.as('U01GERA').slash(BRIDGE, '/owed-smith')).error).toMatch(/^invalid_blocks/);
  });

  it('may answer five times by its response URL', async () => {
    const w = await workspace();
    const answered: string[] = [];
    await seat(w, 'smith', (app) =>
      app.command('/owed-smith', async ({ ack, respond }) => {
        await ack();
        for (let n = 1; n <= 6; n += 1) {
          await respond(`answer ${n}`).then(
            () => answered.push('ok'),
            (error: { statusCode?: number }) => answered.push(String(error)),
          );
        }
      }),
    );
    await w.as('U01GERA').slash(BRIDGE, '/owed-smith');
    await w.waitFor(() => answered.length === 6);
    expect(answered.slice(0, 5)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(answered[5]).toContain('404');
    expect(w.ephemerals('U01GERA')).toHaveLength(5);
  });
});

describe('a button', () => {
  it('comes with the message, the place and the value, and can replace the message', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith', (app) =>
      app.action('decide', async ({ ack, respond }) => {
        await ack();
        await respond({ replace_original: true, text: 'decided' });
      }),
    );
    const { ts = '' } = await client(w).chat.postMessage({ channel: BRIDGE, text: 'well?', blocks: buttons });
    expect(await w.as('U01GERA').press(BRIDGE, ts, 'decide')).toEqual({ ok: true });
    await w.waitFor(() => w.messages(BRIDGE)[0]?.text === 'decided');
    expect(smith.bodies.find(({ body }) => body.type === 'block_actions')?.body).toMatchObject({
      user: { id: 'U01GERA', username: 'gera', team_id: 'T0OWED' },
      container: { type: 'message', message_ts: ts, channel_id: BRIDGE, is_ephemeral: false },
      channel: { id: BRIDGE, name: 'bridge' },
      message: { ts, bot_id: 'B0SMITH' },
      actions: [{ type: 'button', action_id: 'decide', block_id: 'choice', value: 'yes' }],
      state: { values: {} },
    });
  });

  it('on an ephemeral message comes without the message, and can delete it', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith', (app) =>
      app.action('decide', async ({ ack, respond }) => {
        await ack();
        await respond({ delete_original: true });
      }),
    );
    await client(w).chat.postEphemeral({ channel: BRIDGE, user: 'U01GERA', text: 'well?', blocks: buttons });
    const ts = w.ephemerals('U01GERA')[0]?.ts ?? '';
    await w.as('U01GERA').press(BRIDGE, ts, 'decide', 'yes');
    await w.waitFor(() => w.ephemerals('U01GERA').length === 0);
    expect(smith.bodies[0]?.body).toMatchObject({ container: { is_ephemeral: true } });
    expect(smith.bodies[0]?.body).not.toHaveProperty('message');
  });

  it("cannot replace another's message by the response URL of a shortcut", async () => {
    const w = await workspace();
    const outcomes: string[] = [];
    await seat(w, 'smith', (app) =>
      app.shortcut('owed_track', async ({ ack, respond }) => {
        await ack();
        await respond({ replace_original: true, text: 'mine now' }).catch((error) => outcomes.push(String(error)));
      }),
    );
    const { ts } = w.as('U02FEDE').post(BRIDGE, 'hers');
    await w.as('U01GERA').openShortcut('owed_track', BRIDGE, ts, 'A0SMITH');
    await w.waitFor(() => outcomes.length === 1);
    expect(outcomes[0]).toContain('400');
    expect(w.messages(BRIDGE)).toMatchObject([{ text: 'hers' }]);
  });

  it('that is not there cannot be pressed', async () => {
    const w = await workspace();
    const { ts = '' } = await client(w).chat.postMessage({ channel: BRIDGE, text: 'well?', blocks: buttons });
    await expect(w.as('U01GERA').press(BRIDGE, ts, 'decide', 'no')).rejects.toThrow(/there is: decide=yes/);
  });

  it('on a Home tab comes with the view', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith', (app) => app.action('decide', ({ ack }) => ack()));
    await client(w).views.publish({ user_id: 'U01GERA', view: { type: 'home', blocks: buttons } });
    await w.as('U01GERA').pressHome('A0SMITH', 'decide');
    expect(smith.bodies[0]?.body).toMatchObject({
      container: { type: 'view' },
      view: { type: 'home' },
      actions: [{ value: 'yes' }],
    });
  });
});

describe('a modal', () => {
  it('opens from a message shortcut, is filled by labels or ids, and hands over its answers', async () => {
    const submissions: Record<string, unknown>[] = [];
    const { gera, ts } = await withModal((app) =>
      app.view('handoff', async ({ ack, view, body }) => {
        submissions.push({ values: view.state.values, pm: view.private_metadata, user: body.user.id });
        await ack();
      }),
    );
    expect(ts).toBeTruthy();
    gera.fill({ Lane: 'leads', to: { user: 'U02FEDE' }, Kind: 'A task' });
    expect(await gera.submit()).toEqual({});
    expect(gera.modal()).toBeUndefined();
    expect(submissions).toMatchObject([
      {
        pm: 'pm',
        user: 'U01GERA',
        values: {
          lane: { text: { type: 'plain_text_input', value: 'leads' } },
          to: { user: { type: 'users_select', selected_user: 'U02FEDE' } },
          kind: { pick: { type: 'static_select', selected_option: { value: 'task' } } },
        },
      },
    ]);
  });

  it('does not bother the app while a required field is empty or too long', async () => {
    let heard = 0;
    const { gera } = await withModal((app) =>
      app.view('handoff', async ({ ack }) => {
        heard += 1;
        await ack();
      }),
    );
    expect(Object.keys((await gera.submit()).errors ?? {})).toEqual(['lane', 'kind']);
    gera.fill({ Lane: 'x'.repeat(21), Kind: 'ask' });
    expect(Object.keys((await gera.submit()).errors ?? {})).toEqual(['lane']);
    expect(heard).toBe(0);
  });

  it('stays open with the errors that the app gives for its inputs', async () => {
    const { gera } = await withModal((app) =>
      app.view('handoff', ({ ack }) => ack({ response_action: 'errors', errors: { lane: 'no such lane' } })),
    );
    gera.fill({ Lane: 'x', Kind: 'ask' });
    expect(await gera.submit()).toEqual({ errors: { lane: 'no such lane' } });
    expect(gera.modal()).toBeDefined();
  });

  it('is in trouble with errors for a block that is no input', async () => {
    const { gera } = await withModal((app) =>
      app.view('handoff', ({ ack }) => ack({ response_action: 'errors', errors: { nowhere: 'x' } })),
    );
    gera.fill({ Lane: 'x', Kind: 'ask' });
    expect((await gera.submit()).error).toMatch(/invalid_errors/);
  });

  it('can be updated, pushed upon and cleared', async () => {
    const actions = [
      { response_action: 'update', view: modal({ title: plain('Updated') }) },
      { response_action: 'push', view: modal({ title: plain('Pushed') }) },
      { response_action: 'clear' },
    ];
    const { gera } = await withModal((app) => app.view('handoff', ({ ack }) => ack(actions.shift() as never)));
    gera.fill({ Lane: 'kept', Kind: 'ask' });
    const first = gera.modal()?.id;
    await gera.submit();
    expect(gera.modal()).toMatchObject({
      id: first,
      title: { text: 'Updated' },
      values: { lane: { text: { value: 'kept' } } },
    });
    await gera.submit();
    expect(gera.modal()).toMatchObject({ previous_view_id: first, root_view_id: first, title: { text: 'Pushed' } });
    gera.fill({ Lane: 'y', Kind: 'ask' });
    await gera.submit();
    expect(gera.modal()).toBeUndefined();
  });

  it('tells the app of its closing when it asked for that', async () => {
    let closed = 0;
    const { gera, w } = await withModal(
      (app) =>
        app.view({ type: 'view_closed', callback_id: 'handoff' }, async ({ ack }) => {
          closed += 1;
          await ack();
        }),
      modal({ notify_on_close: true }),
    );
    await gera.closeModal();
    await w.waitFor(() => closed === 1);
    expect(gera.modal()).toBeUndefined();
  });

  it('is opened loading and then updated, if it has not changed meanwhile', async () => {
    const w = await workspace();
    const outcomes: string[] = [];
    await seat(w, 'smith', (app) =>
      app.shortcut('owed_track', async ({ ack, client: web, shortcut }) => {
        await ack();
        const { view } = await web.views.open({ trigger_id: shortcut.trigger_id, view: modal() });
        const update = (title: string, hash?: string) =>
          web.views.update({ view_id: view?.id ?? '', hash, view: modal({ title: plain(title) }) });
        outcomes.push(await refusal(update('Ready', view?.hash)));
        outcomes.push(await refusal(update('Too late', view?.hash)));
      }),
    );
    const { ts } = w.as('U01GERA').post(BRIDGE, 'x');
    await w.as('U01GERA').openShortcut('owed_track', BRIDGE, ts, 'A0SMITH');
    await w.waitFor(() => outcomes.length === 2);
    expect(outcomes).toEqual(['ok', 'hash_conflict']);
    expect(w.as('U01GERA').modal()?.title?.text).toBe('Ready');
  });
});

describe('a trigger', () => {
  it('opens one modal, within its time', async () => {
    let now = 1_700_000_000_000;
    const w = await workspace({ now: () => now });
    const triggers: string[] = [];
    await seat(w, 'smith', (app) =>
      app.command('/owed-smith', async ({ ack, command }) => {
        triggers.push(command.trigger_id);
        await ack();
      }),
    );
    await w.as('U01GERA').slash(BRIDGE, '/owed-smith');
    await w.as('U01GERA').slash(BRIDGE, '/owed-smith');
    const [first = '', second = ''] = triggers;
    const open = (trigger_id: string, token = 'xoxb-smith') =>
      refusal(client(w, token).views.open({ trigger_id, view: modal() }));
    expect(await open(first, 'xoxb-trinity')).toBe('invalid_trigger_id');
    expect(await open(first)).toBe('ok');
    expect(await open(first)).toBe('exchanged_trigger_id');
    now += 3_001;
    expect(await open(second)).toBe('expired_trigger_id');
  });

  it('is not used up by a view that was refused', async () => {
    const w = await workspace();
    const outcomes: string[] = [];
    await seat(w, 'smith', (app) =>
      app.command('/owed-smith', async ({ ack, command, client: web }) => {
        await ack();
        const open = (view: ModalView) => refusal(web.views.open({ trigger_id: command.trigger_id, view }));
        outcomes.push(await open(modal({ title: plain('x'.repeat(25)) })), await open(modal()));
      }),
    );
    await w.as('U01GERA').slash(BRIDGE, '/owed-smith');
    await w.waitFor(() => outcomes.length === 2);
    expect(outcomes).toEqual(['invalid_arguments', 'ok']);
  });
});

it('asks which app is meant when two have the same shortcut', async () => {
  const w = await workspace();
  const { ts } = w.as('U01GERA').post(BRIDGE, 'x');
  await expect(w.as('U01GERA').openShortcut('owed_track', BRIDGE, ts)).rejects.toThrow('Smith and Trinity');
});
