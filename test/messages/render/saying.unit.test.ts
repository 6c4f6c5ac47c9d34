import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimRefusal, HandoffWords, Saying } from '../../../src/ledger/types.js';
import { parseBridge } from '../../../src/messages/parse/index.js';
import { renderSaying, renderStormPage } from '../../../src/messages/render/index.js';
import { contextOf, item, MINUTE, NOW, proof } from './support.js';

const LINK = 'https://acme.slack.com/archives/C02BRIDGE/p1793569987882029';
const page = (tags: string[] = ['U01GERA', 'U02FEDE']): Saying => ({ say: 'page', tags, customer: true });
const text = (saying: Saying, ctx = contextOf()) => renderSaying(saying, ctx).text;
type Element = { action_id: string; value: string };
const buttons = (rendered: ReturnType<typeof renderSaying>) =>
  (rendered.blocks ?? []).flatMap((block) => (block.type === 'actions' ? (block.elements as Element[]) : []));

describe('a page', () => {
  it('[O9] says what is owed, by whom, to whom, how late, what proof is awaited, and links the record', () => {
    const said = text(page());
    expect(said).toContain('Trinity owes Gera and Fede the handoff leads/western-slope-alert');
    expect(said).toContain('30 min past due');
    expect(said).toContain('handed over by Smith, accepted');
    expect(said).toContain("Trinity's own done on the bridge, with a link");
    expect(said).toContain(`<${LINK}|open the record>`);
  });

  it('[H7] of a handoff that nobody accepted says so, and does not call the taker its owner', () => {
    const handoff = { ...item().handoff!, acceptedAt: null };
    const said = text(page(), contextOf({ handoff, owedBy: 'smith' }));
    expect(said).toContain('Past due: Trinity has not accepted');
    expect(said).toContain('*Owed by:* Smith, handed to Trinity, not accepted yet');
  });

  it('[O9] begins with its tags, and a page into a DM has none', () => {
    expect(text(page())).toMatch(/^<@U01GERA> <@U02FEDE> /);
    expect(text(page([]))).not.toContain('<@');
    expect(text(page(['gera', '<!channel>', 'U01GERA']))).toMatch(/^<@U01GERA> \*/);
  });

  it('[O9] says in words why there is no link', () => {
    expect(text(page(), contextOf({ link: null, noLinkWhy: 'the run left no log' }))).toContain(
      'no link: the run left no log',
    );
    expect(text(page(), contextOf({ link: null }))).toContain('no link: none was recorded');
  });

  it('[O9] names the one thing blocking, where it is known', () => {
    expect(text(page(), contextOf({ blocking: 'needs a deploy key' }))).toContain('*Blocked by:* needs a deploy key');
    expect(text(page())).not.toContain('Blocked');
  });

  it('[O2] says what could not be read, and when it last could', () => {
    expect(text(page(), contextOf({ unknown: ['the bridge could not be read'], lastRead: NOW - MINUTE }))).toMatch(
      /the bridge could not be read \(last read <!date/,
    );
  });

  it('[O9] has Take, Close, Mute and History, each with the key and the round', () => {
    const found = buttons(renderSaying(page(), contextOf({ round: 3 })));
    expect(found.map((button) => button.action_id)).toEqual(['owed_take', 'owed_close', 'owed_mute', 'owed_history']);
    for (const { value } of found) {
      expect(JSON.parse(value)).toEqual({ key: 'handoff:leads/western-slope-alert', round: 3 });
    }
  });

  it('[P9] has its whole content in `text`, the tags and the buttons too', () => {
    const rendered = renderSaying(page(), contextOf({ blocking: 'x', unknown: ['y'] }));
    for (const block of rendered.blocks ?? []) {
      if (block.type !== 'section') continue;
      for (const line of (block.text as { text: string }).text.split('\n')) expect(rendered.text).toContain(line);
    }
    expect(rendered.text).toMatch(/Buttons: Take .* Close .* Mute .* History/);
  });

  it('[O12] of a taken and forgotten item says who took it', () => {
    const taken = { by: 'gera', at: NOW - 300 * MINUTE, until: NOW - 60 * MINUTE };
    expect(text(page(), contextOf({ taken }))).toMatch(/\*Taken:\* by Gera on .*, not closed since/);
  });

  it('[A1] names a person whom the configuration does not know without a mention', () => {
    expect(
      text(page(['U01GERA']), contextOf({ kind: 'ask', handoff: null, owedBy: 'smith', owedTo: ['U0STRANGER'] })),
    ).toContain('Smith owes someone (U0STRANGER) an answer');
  });

  it.each([
    ['ask', 'a real reply'],
    ['handoff-received', 'our own done'],
    ['held', 'a new handoff that is accepted'],
    ['handoff-unparsed', 'so that it can be read'],
    ['pull-request', 'merged'],
    ['check', 'a green run'],
    ['prompt', 'the decision answered'],
    ['task', 'a later DONE'],
    ['decision', 'a verification that passed'],
    ['session-link', 'never started'],
    ['vendor-ticket', 'vendor.example saying that /state is closed'],
    ['of-an-older-config', 'a person closing it with proof'],
  ])('[O9] of kind %s says what proof is awaited', (kind, awaited) => {
    expect(text(page(), contextOf({ kind, handoff: null }))).toContain(awaited);
  });

  it('still says something when the item cannot be read', () => {
    expect(text(page(), contextOf(null))).toMatch(/^<@U01GERA> <@U02FEDE> An owed item is past due/);
  });
});

describe('a page whose item closed', () => {
  const saying: Saying = { say: 'page-closed', tags: ['U01GERA'], customer: true, proof };
  it('[O9] says by what proof, by whom and when, and mentions nobody', () => {
    const rendered = renderSaying(saying, contextOf({ state: 'closed' }));
    expect(rendered.text).toMatch(/^\*Closed:\* ~Trinity owes Gera and Fede/);
    expect(rendered.text).toContain('Trinity’s done (<https://example.com/x|link>), by Trinity, <!date');
    expect(JSON.stringify(rendered)).not.toContain('<@');
    expect(buttons(rendered).map((button) => button.action_id)).toEqual(['owed_history']);
  });
});

describe('a storm', () => {
  const many = Array.from({ length: 60 }, (_, n) => item({ key: `check:nightly-${n}`, kind: 'check', handoff: null }));
  const rendered = renderStormPage(many, ['U01GERA'], { ...contextOf(), command: '/owed' });
  it('[O11] is one page that names each item', () => {
    expect(rendered.text).toMatch(/^<@U01GERA> \*60 owed items are past due\*/);
    for (const { key } of many) {
      expect(rendered.text).toContain(key);
      expect(JSON.stringify(rendered.blocks)).toContain(key);
    }
    expect(rendered.blocks!.length).toBeLessThanOrEqual(50);
  });
});

describe('mirror lines', () => {
  const at = Date.UTC(2026, 10, 2, 15, 56);
  const lines: [Saying, RegExp][] = [
    [
      { say: 'accepted', seat: 'trinity', at, link: LINK },
      /^Trinity accepted this at <!date\^\d+\^\{time\}\|15:56 UTC>/,
    ],
    [{ say: 'finished', seat: 'trinity', link: LINK }, /^Trinity finished it: <https/],
    [{ say: 'released', from: 'trinity', to: 'smith', link: LINK }, /^Trinity released this to Smith \(</],
    [{ say: 'handed-on', from: 'trinity', to: 'smith', link: LINK }, /^Trinity handed this on to Smith \(</],
    [{ say: 'handed-back', from: 'trinity', to: 'smith', link: LINK }, /^Trinity handed this back to Smith \(</],
  ];
  it.each(lines)('[H12] %j', (saying, expected) => {
    const said = text(saying);
    expect(said).toMatch(expected);
    expect(said).toContain(`<${LINK}`);
  });

  it.each(lines)('[H12] carry neither why, lane, item nor any customer detail, and mention nobody: %j', (saying) => {
    expect(text(saying)).not.toMatch(/leads|western|number|<@|\n/);
  });
});

describe('a nudge', () => {
  it('[H14] mentions only the taker, names the item, says how long it is open, and shows the line to post', () => {
    const said = text({ say: 'nudge', takerUser: 'U0TRINITY' });
    expect(said.match(/<@/g)).toEqual(['<@']);
    expect(said).toMatch(/^<@U0TRINITY> `leads\/western-slope-alert` has been open for 1 h 30 min and not done/);
    expect(said).toContain('> BRIDGE CLAIM leads/western-slope-alert done https://…');
  });
});

describe('replies on the bridge', () => {
  it.each(['ownership-only', 'own-alert', 'not-a-seat', 'to-itself'] as const)(
    '[H3] a HANDOFF refused for %s hears why, and what is right',
    (reason) => {
      const said = text({ say: 'handoff-refused', to: 'U0SMITH', reason, given: 'your area' });
      expect(said).toMatch(/^<@U0SMITH> this HANDOFF is not taken/);
      expect(said).toMatch(/^> (why: |HANDOFF to)/m);
    },
  );

  it('[H4] a HANDOFF that cannot be read hears its line, escaped and quoted, and the form', () => {
    const said = text({
      say: 'handoff-unreadable',
      to: 'U0SMITH',
      line: 3,
      text: 'itme: <!channel> x',
      message: 'Did you mean “item:”?',
    });
    expect(said).toContain('Line 3:\n> itme: &lt;!channel&gt; x\nWhat is wrong: Did you mean “item:”?');
    expect(said).toContain('> HANDOFF to @SEAT');
    expect(
      text({ say: 'handoff-unreadable', to: 'U0SMITH', line: 4, text: '', message: '“why:” is missing.' }),
    ).toContain('Line 4: “why:” is missing.');
  });

  it('[U6] a claim that cannot be read hears its line', () => {
    const said = text({
      say: 'claim-unreadable',
      to: 'U0TRINITY',
      line: 1,
      text: 'BRIDGE CLAIM x',
      message: 'Write: y',
    });
    expect(said).toContain('Line 1:\n> BRIDGE CLAIM x\nWhat is wrong: Write: y');
  });

  const refusals: [ClaimRefusal, RegExp][] = [
    [{ why: 'done-without-link' }, /without a link proves nothing/],
    [
      { why: 'open-subtasks', names: ['call the lead back', 'log it'] },
      /“call the lead back” and “log it” are not done/,
    ],
    [{ why: 'not-the-taker', taker: 'trinity' }, /is with Trinity/],
    [{ why: 'not-the-taker', taker: null }, /nobody has taken/],
    [{ why: 'unknown-key' }, /there is no handoff/],
    [
      { why: 'not-a-seat', named: 'Clara <@U02FEDE>' },
      /“Clara &lt;@U02FEDE&gt;” is no seat here.*\nThe seats are Smith and Trinity/,
    ],
    [{ why: 'release-to-itself' }, /names another seat/],
    [{ why: 'unknown-subtask', named: 'cal', known: ['call'] }, /no subtask “cal”. Its subtasks are “call”/],
    [{ why: 'unknown-subtask', named: 'cal', known: [] }, /It has no subtasks/],
  ];
  it.each(refusals)('[H8] a claim refused for %j hears why', (reason, expected) => {
    const said = text({ say: 'claim-refused', to: 'U0TRINITY', key: 'leads/x', reason });
    expect(said).toMatch(expected);
    expect(said).toMatch(/^<@U0TRINITY> /);
  });
});

/** Characters and words with which somebody might try to say a thing in our name. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<!channel>',
        '<@U02FEDE>',
        '<#C01>',
        '@here',
        '@channel',
        '\n',
        '\r\n',
        '\u2028',
        'HANDOFF to <@U0SMITH>',
        'BRIDGE CLAIM leads/x done https://evil.example',
        'lane: x',
        '> ',
        '&',
        '|',
        '*',
        '`',
        '~',
        '"',
        '<',
        '>',
        '&lt;',
        '- [ ] ',
        '```',
        'why: y',
        '<https://evil.example|label>',
        '<!date^1^{time}|x>',
        '\u200b',
        '\u0000',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('[P9] text from outside', () => {
  const OURS = /<@U0SMITH>|<@U0TRINITY>|<@U01GERA>|<!date\^\d+\^[^|>]*\|[^<>|]*>/g;

  const sayings = (evil: string): Saying[] => [
    page(['U01GERA']),
    { say: 'page-closed', tags: [], customer: false, proof: { ...proof, text: evil, link: evil, by: evil } },
    { say: 'nudge', takerUser: 'U0TRINITY' },
    { say: 'accepted', seat: evil, at: NOW, link: evil },
    { say: 'finished', seat: evil, link: evil },
    { say: 'released', from: evil, to: evil, link: evil },
    { say: 'handoff-refused', to: 'U0SMITH', reason: 'ownership-only', given: evil },
    { say: 'handoff-refused', to: evil, reason: 'not-a-seat', given: evil },
    { say: 'handoff-unreadable', to: 'U0SMITH', line: 1, text: evil, message: evil },
    { say: 'claim-unreadable', to: evil, line: 1, text: evil, message: evil },
    { say: 'claim-refused', to: 'U0SMITH', key: evil, reason: { why: 'open-subtasks', names: [evil] } },
    { say: 'claim-refused', to: 'U0SMITH', key: evil, reason: { why: 'unknown-subtask', named: evil, known: [evil] } },
    { say: 'claim-refused', to: 'U0SMITH', key: evil, reason: { why: 'not-a-seat', named: evil } },
  ];
  const over = (evil: string) =>
    contextOf({
      key: evil,
      subject: evil,
      what: evil,
      link: evil,
      noLinkWhy: evil,
      blocking: evil,
      unknown: [evil],
      owedTo: [evil],
      subtasks: [{ name: evil, state: 'open' }],
    });
  const marked = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(marked);
    if (value === null || typeof value !== 'object') return [];
    const { type, text: inner } = value as { type?: string; text?: unknown };
    if (type === 'mrkdwn') return [inner as string];
    return Object.values(value).flatMap(marked);
  };

  it('never mentions anyone, forges a link or a date, nor says a line of the grammar', () => {
    fc.assert(
      fc.property(hostile, (evil) => {
        for (const saying of sayings(evil)) {
          const rendered = renderSaying(saying, over(evil));
          for (const shown of [rendered.text, ...marked(rendered.blocks)]) {
            const rest = shown.replace(OURS, '');
            expect(rest).not.toMatch(/<[@!#]/);
            expect(rest).not.toMatch(/@(here|channel|everyone)\b/i);
            for (const [, inside] of rest.matchAll(/<([^>]*)>/g))
              expect(inside).toMatch(/^https?:\/\/[^\s|<]+(\|[^|<\n]*)?$/);
            expect(rest.replace(/<[^<>]*>/g, '')).not.toMatch(/[<]/);
          }
          expect(parseBridge(rendered.text, NOW)).toEqual({ kind: 'none' });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stays within the limits of Slack, cut with a mark that shows', () => {
    const long = 'x&<'.repeat(20_000);
    for (const saying of sayings(long)) {
      const rendered = renderSaying(saying, over(long));
      expect(rendered.text.length).toBeLessThanOrEqual(4000);
      for (const block of rendered.blocks ?? []) {
        if (block.type === 'section') expect((block.text as { text: string }).text.length).toBeLessThanOrEqual(3000);
      }
    }
    expect(text(page(), contextOf({ what: long }))).toMatch(/… \(cut, \d+ more characters\)/);
  });

  it('is verbatim in every block', () => {
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== 'object') return;
      if ((value as { type?: string }).type === 'mrkdwn') expect(value).toMatchObject({ verbatim: true });
      Object.values(value).forEach(walk);
    };
    walk(renderSaying(page(), contextOf()).blocks);
  });
});

describe('[H15] what we write on the bridge is what is read', () => {
  const words: HandoffWords = {
    toUser: 'U0TRINITY',
    lane: 'leads',
    item: 'western-slope-alert',
    why: 'the call has to come from her number',
    origin: `${LINK}?thread_ts=1793569987.882029&cid=C02BRIDGE`,
    customer: true,
    owedToUser: 'U02FEDE',
    role: 'implementer',
    profile: 'careful',
    model: 'opus',
    package: 'M-1/WP01',
    refs: ['#12', 'https://example.com/a,b?c=1&d=2'],
    subtasks: ['call the lead back', 'log the outcome'],
  };
  const readHandoff = (handoff: HandoffWords) => parseBridge(text({ say: 'handoff', handoff }), NOW);

  it('a HANDOFF with every field', () => {
    const { toUser, owedToUser, subtasks, ...same } = words;
    expect(readHandoff(words)).toEqual({
      kind: 'handoff',
      handoff: {
        ...same,
        to: { user: toUser },
        owedTo: { user: owedToUser },
        subtasks: subtasks.map((name) => ({ name, done: false })),
      },
    });
  });

  const sane = fc
    .stringMatching(/^[A-Za-z0-9äß西&<>'()/?!.,;:%#+= -]{0,60}$/)
    .map((tail) => `w${tail}`.replace(/ +/g, ' ').trim());
  it('a HANDOFF of any plain words, to the letter', () => {
    fc.assert(
      fc.property(sane, sane, sane, fc.array(sane, { maxLength: 4 }), (lane, item_, why, names) => {
        const subtasks = [...new Set(names)];
        const read = readHandoff({ ...words, lane, item: item_, why, subtasks, role: why });
        expect(read).toMatchObject({ kind: 'handoff', handoff: { lane, item: item_, why, role: why } });
        if (read.kind === 'handoff') expect(read.handoff.subtasks.map((each) => each.name)).toEqual(subtasks);
      }),
    );
  });

  it('a HANDOFF of hostile words is the same HANDOFF: its taker, origin and owner hold, and nothing is claimed', () => {
    fc.assert(
      fc.property(hostile, (evil) => {
        const read = readHandoff({
          ...words,
          lane: `l${evil}`,
          item: `i${evil}`,
          why: `w ${evil}`,
          subtasks: [`s${evil}`],
          refs: [evil],
          role: evil,
        });
        expect(read).toMatchObject({
          kind: 'handoff',
          handoff: { to: { user: 'U0TRINITY' }, owedTo: { user: 'U02FEDE' }, origin: words.origin, customer: true },
        });
        if (read.kind !== 'handoff') return;
        expect(read.handoff.subtasks).toHaveLength(1);
        // What was read is written and read once more without a change.
        const { lane, item: item_, why } = read.handoff;
        expect(readHandoff({ ...words, lane, item: item_, why })).toMatchObject({
          handoff: { lane, item: item_, why },
        });
      }),
      { numRuns: 500 },
    );
  });

  const until = fc.integer({ min: 1.7e9, max: 1.9e9 }).map((seconds) => seconds * 1000);
  it('claims', () => {
    const read = (claim: Extract<Saying, { say: 'claim' }>['claim'], key = 'leads/western-slope-alert') => {
      const found = parseBridge(text({ say: 'claim', key, claim }), NOW);
      if (found.kind !== 'claims' || !found.lines[0]?.ok) throw new Error(JSON.stringify(found));
      expect(`${found.lines[0].claim.lane}/${found.lines[0].claim.item}`).toBe(key);
      return found.lines[0].claim.claim;
    };
    fc.assert(
      fc.property(sane, fc.option(until), fc.constantFrom('accepted' as const, 'working' as const), (note, at, act) => {
        expect(read({ act, until: at, note })).toEqual({ act, until: at === null ? null : { at }, note });
        expect(read({ act, until: at, note: null }, 'leads/western slope alert')).toMatchObject({ note: null });
        expect(read({ act: 'released', toUser: 'U0SMITH', why: note })).toEqual({
          act: 'released',
          to: { user: 'U0SMITH' },
          why: note,
        });
        expect(read({ act: 'handed-back', why: note })).toEqual({ act: 'handed-back', why: note });
        expect(read({ act: 'marked', subtask: note, state: 'open' })).toEqual({
          act: 'marked',
          subtask: note,
          state: 'open',
        });
      }),
    );
    expect(read({ act: 'done', link: words.origin! })).toEqual({ act: 'done', link: words.origin });
  });
});
