import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBridge } from '../../../src/messages/parse/index.js';
import type { ParsedHandoff } from '../../../src/messages/parse/types.js';

const AT = Date.UTC(2026, 10, 2, 15, 0);
const ORIGIN = 'https://acme.slack.com/archives/C01ALERTS/p1793569884602059';

const bare: ParsedHandoff = {
  to: { user: 'U0TRINITY' },
  lane: 'leads',
  item: 'western-slope-alert',
  why: 'the call has to come from her number',
  origin: null,
  customer: null,
  owedTo: null,
  role: null,
  profile: null,
  model: null,
  package: null,
  refs: [],
  subtasks: [],
};
const lines = [
  'HANDOFF to <@U0TRINITY>',
  'lane: leads',
  'item: western-slope-alert',
  'why: the call has to come from her number',
];
const plain = lines.join('\n');

function handoff(text: string): ParsedHandoff {
  const read = parseBridge(text, AT);
  if (read.kind !== 'handoff') throw new Error(`not a handoff: ${JSON.stringify(read)}`);
  return read.handoff;
}

function fault(text: string) {
  const read = parseBridge(text, AT);
  if (read.kind !== 'handoff-unparsed') throw new Error(`no fault: ${JSON.stringify(read)}`);
  return { ...read.problem, readable: read.readable };
}

describe('HANDOFF', () => {
  it('[H1] reads the four required fields', () => {
    expect(handoff(plain)).toEqual(bare);
  });

  it('[H1] reads every optional field', () => {
    const text = [
      plain,
      `origin: <${ORIGIN}?thread_ts=1793569884.602059&amp;cid=C01ALERTS>`,
      'customer: yes            (optional)',
      'owed to: <@U02FEDE>         (optional; the sender’s human otherwise)',
      'role: implementer',
      'profile: careful',
      'model: opus',
      'package: M-1/WP01',
      'refs: #12, https://example.com/a?b=1&amp;c=2',
      'subtasks:',
      '- [ ] call the lead back',
      '- [x] log the outcome',
    ].join('\n');
    expect(handoff(text)).toEqual({
      ...bare,
      origin: `${ORIGIN}?thread_ts=1793569884.602059&cid=C01ALERTS`,
      customer: true,
      owedTo: { user: 'U02FEDE' },
      role: 'implementer',
      profile: 'careful',
      model: 'opus',
      package: 'M-1/WP01',
      refs: ['#12', 'https://example.com/a?b=1&c=2'],
      subtasks: [
        { name: 'call the lead back', done: false },
        { name: 'log the outcome', done: true },
      ],
    });
  });

  const dresses: [string, string][] = [
    [
      'bold keyword and labels',
      '*HANDOFF* to <@U0TRINITY>\n*lane:* leads\n*item*: western-slope-alert\n_why:_ the call has to come from her number',
    ],
    [
      'bold lines',
      '*HANDOFF to <@U0TRINITY>*\n*lane: leads*\n_item: western-slope-alert_\nwhy: *the call has to come from her number*',
    ],
    [
      'a bold `to`',
      '*HANDOFF* *to* <@U0TRINITY>\nlane: *leads*\nitem: `western-slope-alert`\nwhy: the call has to come from her number',
    ],
    ['a colon after to', plain.replace('HANDOFF to', 'HANDOFF to:')],
    ['bullets', lines.map((line) => `• ${line}`).join('\n')],
    ['star bullets', lines.map((line) => `* ${line}`).join('\n')],
    ['numbers', lines.map((line, index) => `${index + 1}. ${line}`).join('\n')],
    ['CRLF', lines.join('\r\n')],
    ['blank lines between fields', lines.join('\n\n')],
    ['non-breaking spaces', plain.replaceAll(' ', '\u00a0').replaceAll('call\u00a0has', 'call has')],
    ['zero-width spaces', plain.replaceAll('l', '\u200bl').replace('HANDOFF', '\ufeffHAND\u200bOFF')],
    ['a code fence', `\`\`\`\n${plain}\n\`\`\``],
    ['a code fence on the same lines', `\`\`\`${plain}\`\`\``],
    [
      'a code fence in which Slack left the mention escaped',
      `\`\`\`\n${plain.replace('<@U0TRINITY>', '&lt;@U0TRINITY&gt;')}\n\`\`\``,
    ],
    ['a mention with a name', plain.replace('<@U0TRINITY>', '<@U0TRINITY|trinity>')],
    ['labels in capitals', plain.replace('lane:', 'LANE:').replace('why:', 'Why:')],
    ['a greeting first', `Hi all,\n\nthis one is for her:\n${plain}`],
    ['a quoted message first', `&gt; HANDOFF to <@U0OTHER>\n&gt; lane: other\n${plain}`],
    ['smart quotes around names', plain.replace('leads', '“leads”')],
    ['any order', [lines[0], lines[3], '', lines[2], lines[1]].join('\n')],
    ['a lower-case keyword over known fields', plain.replace('HANDOFF', 'handoff')],
    ['prose below, after a blank line', `${plain}\n\nThanks! note: I am out until 4.`],
    ['names of which Slack made links', plain.replace('lane: leads', 'lane: <http://leads|leads>')],
    ['`to:` on a line of its own', plain.replace('HANDOFF to <@U0TRINITY>', 'HANDOFF\nto: <@U0TRINITY>')],
    ['indented fields', lines.map((line, index) => (index ? `    ${line}` : line)).join('\n')],
  ];
  it.each(dresses)('reads it through %s', (_, text) => {
    expect(handoff(text)).toEqual(bare);
  });

  it('reads a taker written as a plain word', () => {
    expect(handoff(plain.replace('<@U0TRINITY>', '@Trinity, please')).to).toEqual({ word: 'Trinity' });
  });

  it('continues the why on the lines below it, up to a blank line or a field', () => {
    const text = `${lines[0]}\nwhy: the call has\n   to come from\n- her number\nlane: leads\nitem: western-slope-alert\n\nnot this`;
    expect(handoff(text)).toEqual(bare);
    expect(handoff(`${plain}\n\nand not this`).why).toBe(bare.why);
  });

  it('keeps the words of a why: entities, links, marks inside', () => {
    const why = (text: string) => handoff(plain.replace(bare.why, text)).why;
    expect(why('she &amp; the tenant said &lt;now&gt;')).toBe('she & the tenant said <now>');
    expect(why('see <https://example.com/x|the call>')).toBe('see the call (https://example.com/x)');
    expect(why('it is *her* number and *her* call')).toBe('it is *her* number and *her* call');
    expect(why('<@U02FEDE> promised it in <#C01|leads>')).toBe('<@U02FEDE> promised it in #leads');
    expect(why('lane: leads is hers to call')).toBe('lane: leads is hers to call');
  });

  it.each(['owed to', 'owed-to', 'owed_to', 'OWED TO', '*owed to*', 'owedto'])('reads `%s:`', (label) => {
    expect(handoff(`${plain}\n${label}: <@U02FEDE>`).owedTo).toEqual({ user: 'U02FEDE' });
  });

  it.each([
    ['yes', true],
    ['Y', true],
    ['true', true],
    ['*Yes*', true],
    ['no', false],
    ['n', false],
    ['False.', false],
    ['', null],
  ])('[H13] reads `customer: %s`', (word, customer) => {
    expect(handoff(`${plain}\ncustomer: ${word}`).customer).toBe(customer);
  });

  it.each(['- [ ] a', '- [] a', '[ ] a', '☐ a', '• ☐ a', '* a', ':white_large_square: a', '- a', '    a'])(
    'reads the open subtask `%s`',
    (line) => {
      expect(handoff(`${plain}\nsubtasks:\n${line}`).subtasks).toEqual([{ name: 'a', done: false }]);
    },
  );

  it.each(['- [x] a', '[X] a', '☑ a', '- ☑ a', '✅ a', ':ballot_box_with_check: a', '- [✓] ~a~'])(
    'reads the ticked subtask `%s`',
    (line) => {
      expect(handoff(`${plain}\nsubtasks:\n${line}`).subtasks).toEqual([{ name: 'a', done: true }]);
    },
  );

  it('[H8] takes a box for a subtask wherever it stands, and one that is open once for open', () => {
    const text = `${plain}\n- [ ] stray\nsubtasks:\n- [x] twice\n\n- [ ] twice\nrole: x`;
    expect(handoff(text)).toMatchObject({
      why: bare.why,
      role: 'x',
      subtasks: [
        { name: 'twice', done: false },
        { name: 'stray', done: false },
      ],
    });
  });

  it.each([
    ['refs: #12,#13', ['#12', '#13']],
    ['refs: <https://example.com/a,b|x>, #2', ['https://example.com/a,b', '#2']],
    ['refs:\n- #12\n• <https://example.com>', ['#12', 'https://example.com']],
    ['ref: #12', ['#12']],
    ['refs: -', []],
  ])('reads %s', (text, refs) => {
    expect(handoff(`${plain}\n${text}`).refs).toEqual(refs);
  });

  it('lets a BRIDGE CLAIM line inside a HANDOFF claim nothing', () => {
    const text = `${plain}\nBRIDGE CLAIM leads/western-slope-alert done https://example.com`;
    expect(parseBridge(text, AT).kind).toBe('handoff');
  });
});

describe('text that is no HANDOFF', () => {
  it.each([
    '',
    'the handoff to Trinity went well',
    'The HANDOFF to <@U0TRINITY> is done',
    'HANDOFF is done',
    'handoff to Trinity went well',
    'Handoff: see below',
    'HANDOFFS to all\nlane: leads',
    'lane: leads\nitem: x\nwhy: y',
    'HANDOFF',
    'handoff notes\nlane: leads',
  ])('leaves `%s` alone', (text) => {
    expect(parseBridge(text, AT)).toEqual({ kind: 'none' });
  });

  it.each([
    ['&gt;', plain.replace(/^/gm, '&gt; ')],
    ['>', plain.replace(/^/gm, '> ')],
    ['an indented quote', plain.replace(/^/gm, '  &gt;')],
    ['a quote to the end', `&gt;&gt;&gt; she wrote\n${plain}`],
    ['a quote with a zero-width space before it', plain.replace(/^/gm, '\u200b&gt; ')],
  ])('[H2] never reads quoted lines: %s', (_, text) => {
    expect(parseBridge(text, AT)).toEqual({ kind: 'none' });
  });

  it('[H2] never reads a quoted field', () => {
    expect(fault(`${lines[0]}\n&gt; lane: leads\n${lines[2]}\n${lines[3]}`)).toMatchObject({
      message: expect.stringContaining('“lane:” is missing'),
    });
  });
});

describe('a HANDOFF that cannot be read', () => {
  it.each([
    ['lane:', 1, 2],
    ['item:', 2, 3],
    ['why:', 3, 4],
  ])('[H4] names the missing %s and the line where it was expected', (label, index, line) => {
    const text = lines.filter((_, each) => each !== index).join('\n');
    expect(fault(text)).toMatchObject({ line, text: '', message: expect.stringContaining(`“${label}” is missing`) });
  });

  it('[H4] names a missing taker', () => {
    expect(fault(plain.replace(' <@U0TRINITY>', ''))).toMatchObject({
      line: 1,
      text: 'HANDOFF to',
      message: expect.stringContaining('“to:” is missing'),
    });
    expect(fault(plain.replace('to <@U0TRINITY>', '<@U0TRINITY>')).message).toContain('HANDOFF to @seat');
  });

  it('[H4] says what could be read all the same', () => {
    expect(fault(`${lines[0]}\n${lines[2]}`).readable).toEqual({
      to: { user: 'U0TRINITY' },
      lane: null,
      item: 'western-slope-alert',
    });
  });

  it.each(['-', 'n/a', 'none', 'TBD', '.', '', '…', '*n/a*'])('[H3] counts the why `%s` as missing', (why) => {
    expect(fault(plain.replace(bare.why, why))).toMatchObject({
      line: 4,
      message: expect.stringContaining('“why:” says nothing'),
    });
  });

  it.each(['-', '***', '“”', '::', '—'])('[H1] refuses the item `%s`, in which nothing is a name', (item) => {
    expect(fault(plain.replace('western-slope-alert', item))).toMatchObject({ line: 3 });
  });

  it('[H1] takes a name in any script', () => {
    expect(handoff(plain.replace('western-slope-alert', '西坡 警报')).item).toBe('西坡 警报');
  });

  it.each([
    ['itme: western-slope-alert', 'item:'],
    ['Iten: western-slope-alert', 'item:'],
    ['*items:* western-slope-alert', 'item:'],
  ])('[H4] takes `%s` for a slip and suggests %s', (line, meant) => {
    expect(fault(plain.replace(lines[2]!, line))).toMatchObject({
      line: 3,
      message: expect.stringContaining(`“${meant}”`),
    });
  });

  it.each(['costumer: yes', 'orgin: https://example.com', 'owned to: <@U02FEDE>', 'rfes: #1'])(
    '[H4] takes `%s` for a slip though the field is optional',
    (line) => {
      expect(fault(`${plain}\n\n${line}`)).toMatchObject({ line: 6 });
    },
  );

  it.each(['note: she is away', 'rule: call first', 'who: Clara', 'line: 12', 'https://example.com', 'mode: fast'])(
    'takes `%s` for prose',
    (line) => {
      expect(handoff(`${plain}\n\n${line}`)).toEqual(bare);
    },
  );

  it('[H4] refuses a field given twice, naming both lines', () => {
    expect(fault(`${plain}\nlane: ops`)).toMatchObject({
      line: 5,
      text: 'lane: ops',
      message: expect.stringContaining('first in line 2'),
    });
  });

  it.each(['maybe', 'no idea', 'auto'])('[H4] refuses `customer: %s`', (word) => {
    expect(fault(`${plain}\ncustomer: ${word}`)).toMatchObject({ line: 5, text: `customer: ${word}` });
  });

  it('[H4] refuses an origin that is no link', () => {
    expect(fault(`${plain}\norigin: the alerts thread`).line).toBe(5);
    expect(fault(`${plain}\norigin: ftp://example.com/x`).line).toBe(5);
    expect(handoff(`${plain}\norigin: none`).origin).toBeNull();
  });

  it('[H4] refuses two takers and two HANDOFFs', () => {
    expect(fault(plain.replace('<@U0TRINITY>', '<@U0TRINITY> and <@U0SMITH>')).message).toContain('one seat');
    expect(fault(`${plain}\n\n${plain}`)).toMatchObject({ line: 6, message: expect.stringContaining('one HANDOFF') });
  });

  it('[H4] treats HANDOFF in capitals at the start of a line as one, fields or not', () => {
    expect(fault('HANDOFF to Trinity went well').readable.to).toEqual({ word: 'Trinity' });
  });
});

describe('any text', () => {
  const word = fc.constantFrom(
    'HANDOFF',
    'BRIDGE CLAIM',
    ' to ',
    '<@U0TRINITY>',
    'lane:',
    'item:',
    'why:',
    '\n',
    '> ',
    '&gt;',
    '- [ ] ',
    '"',
    '“',
    'done',
    'until ',
    'released',
    'a/b ',
    '*',
    '`',
    '<',
    '>',
    '|',
    'https://',
    'marked ',
    ' ',
    'x',
  );
  it('never makes the parser throw, nor a name empty', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word).map((all) => all.join('')),
        ),
        (text) => {
          const read = parseBridge(text, AT);
          if (read.kind === 'handoff') expect(read.handoff.lane && read.handoff.item && read.handoff.why).toBeTruthy();
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('is read in time that grows with its length alone', () => {
    for (const piece of [' ', '*', '<', '"', 'a', '/', '\u00a0', '&lt;@U1|', '- ', 'why ', '`', '(', '<@U1|', ': ']) {
      for (const start of ['HANDOFF to ', 'BRIDGE CLAIM a/b ', 'bridge claim ', 'BRIDGE CLAIM ', 'lane: ']) {
        const began = performance.now();
        parseBridge(`HANDOFF to <@U1>\n${start}${piece.repeat(40_000 / piece.length)}`, AT);
        parseBridge(`${start}${piece.repeat(40_000 / piece.length)}`, AT);
        expect(performance.now() - began, `${start}${piece}`).toBeLessThan(1500);
      }
    }
  });
});
