import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERBS } from '../../../src/messages/parse/index.js';
import {
  buttonValue,
  closeModal,
  FIELD,
  handoffModal,
  historyView,
  loadingView,
  markupView,
  messageView,
  muteModal,
  nextBound,
  type Refused,
  readButtonValue,
  readField,
  readMuteFor,
  readSubtasks,
  renderHelp,
  renderHome,
  renderList,
  renderShow,
  sentenceFor,
  takeModal,
  trackModal,
} from '../../../src/messages/render/index.js';
import { allText, config, contextOf, item, MINUTE, NOW, proof } from './support.js';

const ctx = contextOf();
const open = { state: 'open', kind: null, mine: false } as const;
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => item({ key: `task:t/${n}`, kind: 'task', handoff: null }));

describe('[U1] list', () => {
  it('says so when nothing is owed', () => {
    expect(renderList([], open, '/owed', ctx).text).toBe('Nothing open.');
    expect(renderList([], { state: 'all', kind: null, mine: true }, '/owed', ctx).text).toBe(
      'Nothing here owed to you.',
    );
  });

  it('shows key, what, to whom, due, and the marks', () => {
    const said = renderList(
      [
        item({
          pagedAt: NOW,
          taken: { by: 'fede', at: NOW, until: NOW + 60 * MINUTE },
          waiting: [{ reason: 'not in the channel', until: null }],
          unknown: ['x'],
        }),
        item({ key: 'check:e2e', due: NOW + 90 * MINUTE }),
        item({ key: 'handoff-received:a/b', due: null }),
      ],
      open,
      '/owed',
      ctx,
    ).text;
    expect(said).toContain('*3 open items*');
    expect(said).toContain(
      'owed to Gera and Fede; 30 min past due, paged, taken by Fede, waiting: not in the channel, proof unread',
    );
    expect(said).toContain('due in 1 h 30 min');
    expect(said).toContain('no bound');
  });

  it('shows the first twenty and says how many more there are', () => {
    const said = renderList(many(45), open, '/owed-smith', ctx);
    expect(said.text.match(/^• /gm)?.length).toBe(20);
    expect(said.text).toContain('… and 25 more. Narrow it down: `/owed-smith list KIND`');
  });

  it('says of a closed item by what proof', () => {
    expect(renderList([item({ state: 'closed', proof })], { ...open, state: 'closed' }, '/owed', ctx).text).toContain(
      'closed: Trinity’s done',
    );
  });
});

describe('[U1] show', () => {
  const full = {
    item: item({
      subtasks: [
        { name: 'call', state: 'done' },
        { name: 'log it', state: 'open' },
      ],
      notes: [{ text: 'she is out until four', by: 'gera', at: NOW }],
      refs: ['#12', 'https://example.com/x'],
      round: 2,
    }),
    events: [{ at: NOW - MINUTE, text: 'opened' }],
    posts: [{ at: NOW, text: 'nudge: posted' }],
  };
  it('is one item in full', () => {
    const said = renderShow(full, ctx).text;
    for (const part of [
      '*Handoff leads/western-slope-alert* `handoff:leads/western-slope-alert` (open, round 2)',
      '*Why it is open:* 1 of 2 subtasks is not done',
      "*Proof awaited:* Trinity's own done on the bridge, with a link; before that, the open subtasks: log it",
      '*Subtasks:* ▓░ 1 of 2 done; open: “log it”',
      '*References:* #12, <https://example.com/x>',
      '*What happened*',
      'opened',
      'Gera: she is out until four',
      'nudge: posted',
    ]) {
      expect(said).toContain(part);
    }
  });
  it('of a closed one says by what proof, with its history alone to press', () => {
    const closed = renderShow({ item: item({ state: 'closed', proof }), events: [], posts: [] }, ctx);
    expect(closed.text).toContain('*Closed:* Trinity’s done');
    expect(JSON.stringify(closed.blocks)).not.toContain('owed_close');
    expect(closed.text).toContain('Nothing is recorded about it yet.');
  });
});

describe('[U2] what is next', () => {
  it.each<[Parameters<typeof item>[0], RegExp]>([
    [
      { opened: NOW, due: NOW + 60 * MINUTE, nudgeBound: NOW + 30 * MINUTE },
      /^nudges .*\(in 30 min\); pages .*\(in 1 h\)$/,
    ],
    [{ opened: NOW, due: NOW + 60 * MINUTE, nudgedAt: NOW }, /^pages/],
    [{ due: NOW - MINUTE }, /^due since .*; the next sweep pages$/],
    [{ pagedAt: NOW - MINUTE }, /^paged .*\(1 min ago\); no further page/],
    [{ kind: 'handoff-received', due: null }, /^never pages/],
    [
      { kind: 'task', due: NOW + MINUTE, taken: { by: 'gera', at: NOW, until: NOW + MINUTE } },
      /^taken by Gera since .*; pages/,
    ],
    [{ state: 'closed' }, /^closed$/],
  ])('%j', (changes, expected) => {
    expect(nextBound(item(changes), ctx)).toMatch(expected);
  });
});

describe('[U1] help', () => {
  it('has a line for every verb, under the name of the command', () => {
    const said = renderHelp('/owed-smith').text;
    for (const verb of VERBS) expect(said).toMatch(new RegExp(`\`/owed-smith ${verb}\\b`));
  });
});

describe('[U2] the Home tab', () => {
  it('shows what I am owed and what the seat owes, each with why, proof, what is next, and buttons', () => {
    const home = renderHome({ owedToMe: [item()], seatOwes: many(1), pulse: null }, ctx);
    const said = allText(home);
    for (const part of ['I am owed (1)', 'My seat owes (1)', '*Open because*', '*Proof awaited:*', '*Next:*']) {
      expect(said).toContain(part);
    }
    expect(said.match(/owed_close/g)?.length).toBe(2);
  });
  it('says so when there is nothing', () => {
    expect(allText(renderHome({ owedToMe: [], seatOwes: [], pulse: null }, ctx))).toContain('Nothing is owed to you.');
  });
  it('[P9] stays within a hundred blocks, and names no item twice', () => {
    const home = renderHome({ owedToMe: many(90), seatOwes: [...many(90), item()], pulse: 'x' }, ctx);
    expect(home.blocks.length).toBeLessThanOrEqual(100);
    expect(allText(home)).toContain('… and 70 more');
    expect(allText(home)).toContain('My seat owes (1)');
  });
});

describe('forms', () => {
  const fields = (view: { blocks: Record<string, unknown>[] }) =>
    view.blocks
      .filter((block) => block.type === 'input')
      .map((block) => [block.block_id, (block.element as { action_id: string }).action_id]);
  const all = {
    close: closeModal({ item: item() }, ctx),
    closeAny: closeModal({ choices: many(150) }, ctx),
    closeNone: closeModal({ choices: [] }, ctx),
    mute: muteModal({ item: item() }, ctx),
    take: takeModal(many(2), ctx),
    handoff: handoffModal({ origin: 'https://example.com/x' }, ctx),
    track: trackModal({ what: 'x'.repeat(9000) }),
    loading: loadingView('One item of the ledger in full'),
    message: messageView('Done', 'It is closed: <!channel>'),
    markup: markupView('No', '`x`\nsecond'),
    history: historyView(
      { item: item(), events: Array.from({ length: 900 }, (_, n) => ({ at: n, text: 'y'.repeat(600) })), posts: [] },
      ctx,
    ),
  };

  it.each(Object.entries(all))('[P9] %s fits Slack’s limits', (_, view) => {
    expect((view.title as { text: string }).text.length).toBeLessThanOrEqual(24);
    expect(view.blocks.length).toBeLessThanOrEqual(100);
    expect(String(view.private_metadata ?? '').length).toBeLessThanOrEqual(3000);
    expect(view.callback_id).toMatch(/^owed_/);
    for (const block of view.blocks) {
      const element = block.element as { options?: { text: { text: string } }[]; initial_value?: string } | undefined;
      expect(element?.options?.length ?? 0).toBeLessThanOrEqual(100);
      for (const each of element?.options ?? []) expect(each.text.text.length).toBeLessThanOrEqual(75);
      expect(element?.initial_value?.length ?? 0).toBeLessThanOrEqual(3000);
    }
    expect(allText(view)).not.toMatch(/<[!@#]channel/);
  });

  it('[O1] closing asks for a proof, required and without a default, and carries the item and round', () => {
    expect(fields(all.close)).toEqual([['proof', 'proof']]);
    const [, input] = all.close.blocks as [unknown, { optional: boolean; element: object }];
    expect(input.optional).toBe(false);
    expect(input.element).not.toHaveProperty('initial_value');
    expect(readButtonValue(all.close.private_metadata as string)).toEqual({ key: item().key, round: 1 });
  });

  it('[U1] without a key asks which item', () => {
    expect(fields(all.closeAny)).toEqual([
      ['key', 'key'],
      ['proof', 'proof'],
    ]);
    expect(fields(all.closeNone)[0]).toEqual(['key', 'key']);
    expect(fields(all.take)).toEqual([['key', 'key']]);
  });

  it('[O8] muting asks why and for how long', () => {
    expect(fields(all.mute)).toEqual([
      ['why', 'why'],
      ['mute_for', 'mute_for'],
    ]);
    expect(readMuteFor('3d')).toBe(259_200_000);
    expect(readMuteFor('good')).toBeNull();
    expect(readMuteFor('x')).toBeUndefined();
  });

  it('[H15] handing off asks for the fields of the grammar, with the origin filled in, and offers other seats only', () => {
    expect(fields(all.handoff).map(([block]) => block)).toEqual([
      'to',
      'lane',
      'item',
      'why',
      'customer',
      'origin',
      'subtasks',
    ]);
    const said = JSON.stringify(all.handoff);
    expect(said).toContain('"initial_value":"https://example.com/x"');
    expect(said).toContain('Trinity');
    expect(said).not.toContain('"value":"smith"');
    const alone = { ...config, seats: new Map([...config.seats].filter(([key]) => key === 'smith')) };
    expect(allText(handoffModal({ origin: null }, { config: alone }))).toContain('There is no other seat');
  });

  it('are read by the ids they were made with', () => {
    const values = {
      proof: { proof: { type: 'plain_text_input', value: ' called her ' } },
      to: { to: { type: 'static_select', selected_option: { value: 'trinity' } } },
      owed_to: { owed_to: { type: 'users_select', selected_user: 'U01GERA' } },
      origin: { origin: { value: null } },
    };
    expect(readField(values, FIELD.proof)).toBe('called her');
    expect(readField(values, FIELD.to)).toBe('trinity');
    expect(readField(values, FIELD.owedTo)).toBe('U01GERA');
    expect(readField(values, FIELD.origin)).toBeNull();
    expect(readField(values, FIELD.lane)).toBeNull();
    expect(readSubtasks('- [ ] call\n\n• log it \n [x] done')).toEqual(['call', 'log it', 'done']);
  });

  it('[U2] a button’s value is read as it was written, and anything else is not one of ours', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (key, round) => {
        expect(readButtonValue(buttonValue({ key, round }))).toEqual({ key, round });
      }),
    );
    for (const value of [undefined, '', 'x', '{}', '[]', 'null', '{"key":1,"round":1}']) {
      expect(readButtonValue(value)).toBeNull();
    }
  });
});

describe('[U6] a person whose word did not do', () => {
  const refusals: [Refused, RegExp][] = [
    [{ why: 'not-allowed', reason: 'guest' }, /^Only full members/],
    [{ why: 'not-allowed', reason: 'external' }, /^Only people of this workspace/],
    [{ why: 'not-allowed', reason: 'not-listed' }, /not on the list/],
    [
      { why: 'not-found', typed: 'leads/<x>', nearest: 'leads/x' },
      /no item “leads\/&lt;x&gt;”. Did you mean `leads\/x`\?/,
    ],
    [{ why: 'not-found', typed: 'zzz', nearest: null }, /`\/owed list` shows what is open/],
    [{ why: 'ambiguous', typed: 'x', candidates: ['a:x', 'b:x'] }, /several items: `a:x` and `b:x`/],
    [{ why: 'ambiguous', typed: 'x', candidates: many(14).map(({ key }) => key) }, /and 4 more/],
    [
      { why: 'already-closed', item: item({ state: 'closed', proof }) },
      /closed already: Trinity’s done .*by Trinity, <!date/,
    ],
    [{ why: 'stale-button', item: item({ round: 2 }), round: 1 }, /from round 1, .* in round 2 now/],
    [{ why: 'unknown-verb', word: 'clsoe', nearest: 'close' }, /“clsoe”. Did you mean `\/owed close KEY PROOF`\?/],
    [{ why: 'unknown-verb', word: 'x', nearest: null }, /`\/owed help`/],
    [{ why: 'unknown-kind', word: 'hand', nearest: null, known: ['ask', 'task'] }, /The kinds are `ask` and `task`/],
    [{ why: 'unread-words', words: 'x', verb: 'list' }, /Write `\/owed list/],
    [{ why: 'unread-duration', word: '2 moons' }, /no length of time.*`for 2d`/],
    [{ why: 'missing', what: 'proof', verb: 'close' }, /needs a proof.*`\/owed close KEY PROOF`/],
    [{ why: 'not-muted', item: item() }, /not muted/],
    [{ why: 'already-taken', item: item(), by: 'fede' }, /by Fede/],
    [{ why: 'broken', id: 'e-1' }, /nothing was changed.*`e-1`/],
  ];
  it.each(refusals)('hears one clear line: %j', (refused, expected) => {
    const said = sentenceFor(refused, '/owed', config);
    expect(said).toMatch(expected);
    expect(said).not.toContain('\n');
  });
});
