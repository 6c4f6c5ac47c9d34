import { describe, expect, it } from 'vitest';
import { checkBlocks, fillIn } from '../../dev/workspace/blocks/blocks.js';
import { checkView } from '../../dev/workspace/blocks/views.js';
import { messageBlocks } from '../../dev/workspace/content.js';

const plain = (text: string) => ({ type: 'plain_text', text });
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const button = (more: object = {}) => ({ type: 'button', text: plain('Go'), action_id: 'go', ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const input = (more: object = {}) => ({
  type: 'input',
  label: plain('Lane'),
  element: { type: 'plain_text_input', action_id: 'lane' },
  ...more,
});
const options = (count: number) => Array.from({ length: count }, (_, n) => ({ text: plain(`o${n}`), value: `${n}` }));

describe('blocks at a limit of Slack', () => {
  const fine: [string, object[]][] = [
    ['50 blocks', Array.from({ length: 50 }, () => ({ type: 'divider' }))],
    ['a section of 3000 characters', [section('x'.repeat(3000))]],
    ['a header of 150 characters', [{ type: 'header', text: plain('x'.repeat(150)) }]],
    [
      'a button of 75 characters with a value of 2000',
      [actions(button({ text: plain('x'.repeat(75)), value: 'v'.repeat(2000) }))],
    ],
    ['ids of 255 characters', [{ ...actions(button({ action_id: 'a'.repeat(255) })), block_id: 'b'.repeat(255) }]],
    ['25 elements of actions', [actions(...Array.from({ length: 25 }, (_, n) => button({ action_id: `a${n}` })))]],
    ['10 elements of context', [{ type: 'context', elements: Array.from({ length: 10 }, () => plain('x')) }]],
    ['10 fields', [{ type: 'section', fields: Array.from({ length: 10 }, () => plain('x'.repeat(2000))) }]],
    ['100 options', [actions({ type: 'static_select', action_id: 's', options: options(100) })]],
  ];
  it.each(fine)('pass with %s', (_, blocks) => {
    expect(checkBlocks(blocks, 'message')).toEqual([]);
  });

  const wrong: [string, unknown, RegExp][] = [
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' })), /no more than 50 items allowed/],
    ['a section of 3001 characters', [section('x'.repeat(3001))], /less than 3001.*\/blocks\/0\/text\/text/],
    ['an empty section text', [section('')], /more than 0 characters/],
    ['a section of nothing', [{ type: 'section' }], /must define either `text` or `fields`/],
    ['a header of 151 characters', [{ type: 'header', text: plain('x'.repeat(151)) }], /less than 151/],
    ['a header in mrkdwn', [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }], /unsupported type: mrkdwn/],
    ['a button of 76 characters', [actions(button({ text: plain('x'.repeat(76)) }))], /less than 76/],
    ['a button in mrkdwn', [actions(button({ text: { type: 'mrkdwn', text: 'x' } }))], /unsupported type: mrkdwn/],
    ['a button value of 2001', [actions(button({ value: 'v'.repeat(2001) }))], /less than 2001/],
    ['a button style nobody has', [actions(button({ style: 'green' }))], /must be one of/],
    ['an action id of 256', [actions(button({ action_id: 'a'.repeat(256) }))], /less than 256/],
    ['a block id of 256', [{ type: 'divider', block_id: 'b'.repeat(256) }], /less than 256/],
    ['an action id twice in a block', [actions(button(), button())], /`action_id` "go" already exists/],
    [
      'a block id twice',
      [
        { type: 'divider', block_id: 'b' },
        { type: 'divider', block_id: 'b' },
      ],
      /already exists/,
    ],
    [
      '26 elements of actions',
      [actions(...Array.from({ length: 26 }, (_, n) => button({ action_id: `a${n}` })))],
      /no more than 25/,
    ],
    ['no elements of actions', [actions()], /no fewer than 1/],
    [
      '11 elements of context',
      [{ type: 'context', elements: Array.from({ length: 11 }, () => plain('x')) }],
      /no more than 10/,
    ],
    ['a button in context', [{ type: 'context', elements: [button()] }], /unsupported type: button/],
    ['a type nobody has', [{ type: 'sektion' }], /unsupported type: sektion/],
    ['a type of the prototype', [{ type: 'constructor' }], /unsupported type: constructor/],
    ['a field nobody has', [{ type: 'divider', colour: 'red' }], /invalid additional property: colour/],
    [
      'verbatim on plain text',
      [{ type: 'header', text: { ...plain('x'), verbatim: true } }],
      /additional property: verbatim/,
    ],
    ['a header without text', [{ type: 'header' }], /missing required field: text/],
    [
      'a select without options',
      [actions({ type: 'static_select', action_id: 's' })],
      /either `options` or `option_groups`/,
    ],
    ['101 options', [actions({ type: 'static_select', action_id: 's', options: options(101) })], /no more than 100/],
    ['a block that is no object', ['divider'], /must be an object/],
    ['blocks that are no list', { type: 'divider' }, /must be an array/],
  ];
  it.each(wrong)('are refused with %s', (_, blocks, reason) => {
    expect(checkBlocks(blocks, 'message').join('\n')).toMatch(reason);
  });

  it('are refused as msg_blocks_too_long when each is fine and all together are too much', () => {
    expect(() => messageBlocks(Array.from({ length: 5 }, () => section('x'.repeat(2900))))).toThrow(
      'msg_blocks_too_long',
    );
  });
});

describe('a view', () => {
  const modal = (more: object = {}) => ({ type: 'modal', title: plain('Hand off'), blocks: [section('x')], ...more });
  it('passes with a title of 24 characters, 100 blocks and 3000 characters of private metadata', () => {
    const blocks = Array.from({ length: 100 }, () => ({ type: 'divider' }));
    const view = modal({ title: plain('x'.repeat(24)), blocks, private_metadata: 'p'.repeat(3000) });
    expect(checkView(view, 'modal')).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a title of 25 characters', modal({ title: plain('x'.repeat(25)) }), /less than 25/],
    ['101 blocks', modal({ blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }), /no more than 100/],
    ['private metadata of 3001', modal({ private_metadata: 'p'.repeat(3001) }), /less than 3001/],
    ['inputs and nothing to submit them', modal({ blocks: [input()] }), /missing required field: submit/],
    ['no title', { type: 'modal', blocks: [] }, /missing required field: title/],
    ['the type of a Home tab', { ...modal(), type: 'home' }, /must be modal/],
    ['a markdown block', modal({ blocks: [{ type: 'markdown', text: 'x' }] }), /unsupported type: markdown/],
  ])('is refused with %s', (_, view, reason) => {
    expect(checkView(view, 'modal').join('\n')).toMatch(reason);
  });
});

it('comes back with ids and defaults written out, the given blocks untouched', () => {
  const given = [section('x'), { type: 'actions', elements: [{ type: 'button', text: plain('Go') }] }];
  let n = 0;
  const filled = fillIn(given, () => `id${++n}`);
  expect(filled).toMatchObject([
    { block_id: 'id1', text: { verbatim: false } },
    { block_id: 'id2', elements: [{ action_id: 'id3', text: { emoji: true } }] },
  ]);
  expect(given[0]).not.toHaveProperty('block_id');
});
