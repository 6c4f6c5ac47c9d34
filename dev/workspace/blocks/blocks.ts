import { type Block, isRecord } from '../types.js';
import { anything, boolean, both, byType, type Check, fail, integer, list, matching, shape, string } from './check.js';
import { accessory, actionElement, image, inputElement } from './elements.js';
import { anyText, plainText } from './objects.js';

export type Surface = 'message' | 'modal' | 'home';

const block = { block_id: string(255, 1) };

const needsTextOrFields: Check = (value, path, problems) => {
  if (isRecord(value) && value.text === undefined && value.fields === undefined)
    fail(problems, path, 'must define either `text` or `fields`');
};

const everywhere: Record<string, Check> = {
  section: both(
    shape({}, { ...block, text: anyText(3000), fields: list(anyText(2000), 10, 1), accessory, expand: boolean }),
    needsTextOrFields,
  ),
  divider: shape({}, block),
  header: shape({ text: plainText(150) }, { ...block, level: integer(1, 4) }),
  context: shape(
    {
      elements: list(
        byType({
          image,
          plain_text: shape({ text: string(3000, 1) }, { emoji: boolean }),
          mrkdwn: shape({ text: string(3000, 1) }, { verbatim: boolean }),
        }),
        10,
        1,
      ),
    },
    block,
  ),
  actions: shape({ elements: list(actionElement, 25, 1) }, block),
  image: shape(
    { image_url: matching(/^https?:\/\/.{1,2992}$/, 'a valid URL'), alt_text: string(2000, 1) },
    { ...block, title: plainText(2000) },
  ),
  input: shape(
    { label: plainText(2000), element: inputElement },
    { ...block, hint: plainText(2000), optional: boolean, dispatch_action: boolean },
  ),
  rich_text: shape({ elements: list(anything, 1000) }, block),
};

const surfaces: Record<Surface, { types: Check; max: number }> = {
  message: { types: byType({ ...everywhere, markdown: shape({ text: string(12_000, 1) }, block) }), max: 50 },
  modal: { types: byType(everywhere), max: 100 },
  home: { types: byType(everywhere), max: 100 },
};

/** Interactive elements inside a block, whatever its type. */
export function elementsOf(each: Block): Block[] {
  if (each.type === 'actions') return each.elements as Block[];
  if (each.type === 'input') return [each.element as Block];
  if (each.type === 'section' && each.accessory) return [each.accessory as Block];
  return [];
}

function checkIds(blocks: unknown[], path: string, problems: string[]): void {
  const seen = new Set<unknown>();
  blocks.forEach((each, index) => {
    if (!isRecord(each) || typeof each.type !== 'string') return;
    if (each.block_id !== undefined && seen.has(each.block_id))
      fail(problems, `${path}/${index}/block_id`, `\`block_id\` "${String(each.block_id)}" already exists`);
    seen.add(each.block_id);
    if (each.type !== 'actions' || !Array.isArray(each.elements)) return;
    const actions = each.elements.filter(isRecord).map((element) => element.action_id);
    const twice = actions.find((id, at) => id !== undefined && actions.indexOf(id) !== at);
    if (twice) fail(problems, `${path}/${index}/elements`, `\`action_id\` "${String(twice)}" already exists`);
  });
}

/**
 * What is wrong with these blocks on this surface, in Slack's words, one line each; empty when nothing is. Types that
 * Slack has and this stand-in does not model (table, video, card …) are refused like unknown ones.
 */
export function checkBlocks(blocks: unknown, surface: Surface, path = '/blocks'): string[] {
  const problems: string[] = [];
  const { types, max } = surfaces[surface];
  list(types, max)(blocks, path, problems);
  if (Array.isArray(blocks)) checkIds(blocks, path, problems);
  return problems;
}

/**
 * The blocks as Slack hands them back: a `block_id` on each block and an `action_id` on each element, `emoji` and
 * `verbatim` written out on text objects. Expects blocks that `checkBlocks` accepted; copies, changes nothing given.
 */
export function fillIn(blocks: Block[], newId: () => string): Block[] {
  const copy = structuredClone(blocks);
  for (const each of copy) {
    each.block_id ??= newId();
    for (const element of elementsOf(each)) {
      if (element.type !== 'image') element.action_id ??= newId();
    }
    if (each.type !== 'rich_text') writeOut(each);
  }
  return copy;
}

function writeOut(value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach(writeOut);
    return;
  }
  if (!isRecord(value)) return;
  if (value.type === 'plain_text') value.emoji ??= true;
  if (value.type === 'mrkdwn') value.verbatim ??= false;
  Object.values(value).forEach(writeOut);
}
