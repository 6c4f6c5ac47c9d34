import { describe, expect, it } from 'vitest';
import { parseBridge } from '../../../src/messages/parse/index.js';
import type { ClaimAct, LineProblem } from '../../../src/messages/parse/types.js';

const AT = Date.UTC(2026, 10, 2, 15, 0);
const KEY = 'leads/western-slope-alert';

function claims(text: string) {
  const read = parseBridge(text, AT);
  return read.kind === 'claims' ? read.lines : [];
}
function act(text: string): ClaimAct {
  const [line] = claims(text);
  if (!line?.ok) throw new Error(`no claim: ${JSON.stringify(line)}`);
  return line.claim.claim;
}
function problem(text: string): LineProblem {
  const [line] = claims(text);
  if (!line || line.ok) throw new Error(`no problem: ${JSON.stringify(line)}`);
  return line.problem.problem;
}

describe('BRIDGE CLAIM', () => {
  const held = (claim: Partial<ClaimAct>) => ({ until: null, note: null, ...claim });
  it.each<[string, object]>([
    ['accepted', held({ act: 'accepted' })],
    ['accepted.', held({ act: 'accepted' })],
    ['*accepted*', held({ act: 'accepted' })],
    ['— Accepted!', held({ act: 'accepted' })],
    ['accepted until 16:30', held({ act: 'accepted', until: { clock: '16:30' } })],
    ['accepted (until 9:05 UTC)', held({ act: 'accepted', until: { clock: '09:05' } })],
    ['accepted until 16:30Z.', held({ act: 'accepted', until: { clock: '16:30' } })],
    ['accepted until 2026-11-02T16:30Z', held({ act: 'accepted', until: { at: Date.UTC(2026, 10, 2, 16, 30) } })],
    ['accepted until 2026-11-02 16:30', held({ act: 'accepted', until: { at: Date.UTC(2026, 10, 2, 16, 30) } })],
    [
      'accepted until 2026-11-02T16:30:00+01:00',
      held({ act: 'accepted', until: { at: Date.UTC(2026, 10, 2, 15, 30) } }),
    ],
    ['accepted until <!date^1793636000^{time}|16:13>', held({ act: 'accepted', until: { at: 1793636000000 } })],
    ['working', held({ act: 'working' })],
    [
      'working until 16:30 note calling her &amp; him',
      held({ act: 'working', until: { clock: '16:30' }, note: 'calling her & him' }),
    ],
    ['working note: until 16:30 she is out', held({ act: 'working', note: 'until 16:30 she is out' })],
    ['working until 16:30, on the phone', held({ act: 'working', until: { clock: '16:30' }, note: 'on the phone' })],
    ['done https://example.com/x', { act: 'done', link: 'https://example.com/x' }],
    [
      'done: <https://example.com/a?b=1&amp;c=2|the call>, second https://other.example',
      { act: 'done', link: 'https://example.com/a?b=1&c=2' },
    ],
    ['done (see https://example.com/x).', { act: 'done', link: 'https://example.com/x' }],
    ['done\nhttps://example.com/x', { act: 'done', link: 'https://example.com/x' }],
    ['done\nlink: <https://example.com/x>', { act: 'done', link: 'https://example.com/x' }],
    ['done', { act: 'done', link: null }],
    ['done, see the thread\nmore at https://example.com', { act: 'done', link: null }],
    ['done ftp://example.com/x', { act: 'done', link: null }],
    ['done\n&gt; https://example.com/x', { act: 'done', link: null }],
    ['released to <@U0SMITH> why: she is away', { act: 'released', to: { user: 'U0SMITH' }, why: 'she is away' }],
    ['released to Smith, because she is away', { act: 'released', to: { word: 'Smith' }, why: 'she is away' }],
    [
      'released to <@U0SMITH|smith>\n*why:* she is away',
      { act: 'released', to: { user: 'U0SMITH' }, why: 'she is away' },
    ],
    ['handed back why: she is away', { act: 'handed-back', why: 'she is away' }],
    ['handed-back why: she is away', { act: 'handed-back', why: 'she is away' }],
    ['*handed back* to <@U0SMITH>, why: she is away', { act: 'handed-back', why: 'she is away' }],
    ['marked "call the lead back" done', { act: 'marked', subtask: 'call the lead back', state: 'done' }],
    ['marked “call the lead back” open', { act: 'marked', subtask: 'call the lead back', state: 'open' }],
    ['marked `T001` done.', { act: 'marked', subtask: 'T001', state: 'done' }],
    ['marked T001 done', { act: 'marked', subtask: 'T001', state: 'done' }],
    ['marked "say "hello" done" open', { act: 'marked', subtask: 'say "hello" done', state: 'open' }],
  ])('reads `%s`', (tail, claim) => {
    expect(act(`BRIDGE CLAIM ${KEY} ${tail}`)).toEqual(claim);
  });

  it.each([
    `BRIDGE CLAIM ${KEY} accepted`,
    `*BRIDGE CLAIM* ${KEY} accepted`,
    `*BRIDGE CLAIM ${KEY} accepted*`,
    `*BRIDGE CLAIM:* \`${KEY}\` accepted`,
    `- BRIDGE CLAIM: *${KEY}* accepted`,
    `\`\`\`BRIDGE CLAIM ${KEY} accepted\`\`\``,
    `\`BRIDGE CLAIM ${KEY} accepted\``,
    `BRIDGE\u00a0CLAIM  ${KEY}\u00a0accepted\r\n`,
    `Got it.\n\nBRIDGE CLAIM “${KEY}” accepted`,
    `Bridge claim ${KEY} accepted`,
    `BRIDGE CLAIM <http://leads/western-slope-alert|${KEY}> accepted`,
    `BRIDGE CLAIM handoff:${KEY} accepted`,
  ])('[H1] finds the key in `%s`', (text) => {
    expect(claims(text)).toEqual([
      {
        ok: true,
        claim: { lane: 'leads', item: 'western-slope-alert', claim: { act: 'accepted', until: null, note: null } },
      },
    ]);
  });

  it.each(['"leads/western slope alert"', '“leads/western slope alert”', '«leads / western slope alert»'])(
    '[H1] reads %s, a name with spaces in quotes',
    (key) => {
      expect(claims(`BRIDGE CLAIM ${key} accepted`)).toMatchObject([
        { ok: true, claim: { lane: 'leads', item: 'western slope alert' } },
      ]);
    },
  );

  it('reads several lines in order, with their numbers', () => {
    const text = `hello\nBRIDGE CLAIM a/b accepted\n\nBRIDGE CLAIM a/b finished\nBRIDGE CLAIM c/d done https://example.com`;
    expect(claims(text)).toMatchObject([
      { ok: true, claim: { item: 'b' } },
      { ok: false, problem: { lane: 'a', item: 'b', problem: { line: 4, text: 'BRIDGE CLAIM a/b finished' } } },
      { ok: true, claim: { item: 'd' } },
    ]);
  });

  it.each([
    `&gt; BRIDGE CLAIM ${KEY} done https://example.com`,
    `>>> she said\nBRIDGE CLAIM ${KEY} done https://example.com`,
    `I would post BRIDGE CLAIM ${KEY} accepted`,
    'bridge claim lines are for seats',
    'Bridge claims a/b',
  ])('[H2] leaves `%s` alone', (text) => {
    expect(parseBridge(text, AT)).toEqual({ kind: 'none' });
  });
});

describe('a BRIDGE CLAIM that cannot be read', () => {
  it.each([
    ['BRIDGE CLAIM', 'names no handoff'],
    ['BRIDGE CLAIM accepted', 'lane/item'],
    ['BRIDGE CLAIM leads/- accepted', 'lane/item'],
    ['BRIDGE CLAIM "leads/western slope accepted', 'not closed'],
    ['BRIDGE CLAIM leads/western” accepted', 'not opened'],
    ['BRIDGE CLAIM leads/western slope alert accepted', 'in quotes'],
    ['BRIDGE CLAIM western slope/alert accepted', 'in quotes'],
    [`BRIDGE CLAIM ${KEY}`, 'accepted, working, done, released, handed back or marked'],
    [`BRIDGE CLAIM ${KEY} acepted`, `BRIDGE CLAIM ${KEY} accepted`],
    [`BRIDGE CLAIM ${KEY} finished https://x.example`, `BRIDGE CLAIM ${KEY} done https://…`],
    [`BRIDGE CLAIM ${KEY} done? not yet`, `BRIDGE CLAIM ${KEY} done https://…`],
    [`BRIDGE CLAIM ${KEY} not done https://x.example`, 'is no act of a claim'],
    [`BRIDGE CLAIM ${KEY} handed over`, 'handed back why: REASON'],
    [`BRIDGE CLAIM ${KEY} released to <@U0SMITH>`, 'needs a why'],
    [`BRIDGE CLAIM ${KEY} released to <@U0SMITH> why: -`, 'needs a why'],
    [`BRIDGE CLAIM ${KEY} released why: she is away`, 'names the seat'],
    [`BRIDGE CLAIM ${KEY} handed back`, 'needs a why'],
    [`BRIDGE CLAIM ${KEY} accepted until later`, 'until 2026-11-02T16:30Z'],
    [`BRIDGE CLAIM ${KEY} accepted until 25:00`, 'cannot be read'],
    [`BRIDGE CLAIM ${KEY} accepted until 4:30 pm`, 'cannot be read'],
    [`BRIDGE CLAIM ${KEY} accepted until 16:30 CET`, 'cannot be read'],
    [`BRIDGE CLAIM ${KEY} accepted until 2026-02-30T10:00Z`, 'cannot be read'],
    [`BRIDGE CLAIM ${KEY} marked "call the lead back"`, 'done or open'],
    [`BRIDGE CLAIM ${KEY} marked call the lead back not done`, 'in quotes'],
    [`BRIDGE CLAIM ${KEY} marked "call back" not done`, 'quotes'],
    [`BRIDGE CLAIM ${KEY} marked "call back done`, 'not closed'],
    [`BRIDGE CLAIM ${KEY} marked "-" done`, 'names no subtask'],
  ])('[U6] `%s` is told what is wrong and what is right', (text, says) => {
    expect(problem(`\n${text}`)).toMatchObject({ line: 2, text, message: expect.stringContaining(says) });
  });
});
