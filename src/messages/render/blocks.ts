/** Block Kit, as far as Owed uses it. Every mrkdwn is verbatim, or Slack would read third-party text for mentions (P9). */

import { clip, clipBlocks, clipShort, LIMITS } from './limits.js';

export type Block = Record<string, unknown>;

export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });
export const plainText = (text: string) => ({ type: 'plain_text', text, emoji: true });

/** Text in our own markup. */
export const section = (text: string): Block => ({ type: 'section', text: mrkdwn(clip(text || ' ', LIMITS.section)) });

export const header = (text: string): Block => ({
  type: 'header',
  text: plainText(clipShort(text || ' ', LIMITS.header)),
});

export const context = (text: string): Block => ({
  type: 'context',
  elements: [mrkdwn(clip(text || ' ', LIMITS.section))],
});

export const divider = (): Block => ({ type: 'divider' });

export interface Button {
  id: string;
  text: string;
  value?: string;
  style?: 'primary' | 'danger';
}

/** A row of buttons; one whose value is too long for Slack is left out, for a cut value would act on nothing. */
export function actions(blockId: string | null, buttons: Button[]): Block[] {
  const elements = buttons
    .filter((button) => (button.value ?? '').length <= LIMITS.value)
    .map(({ id, text, value, style }) => ({
      type: 'button',
      action_id: id,
      text: plainText(clipShort(text, LIMITS.button)),
      ...(value === undefined ? {} : { value }),
      ...(style === undefined ? {} : { style }),
    }));
  if (elements.length === 0) return [];
  return [{ type: 'actions', ...(blockId === null ? {} : { block_id: blockId }), elements }];
}

/** Lines put into as few sections as hold them. */
export function sections(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let current = '';
  for (const line of lines.map((each) => clip(each, LIMITS.section))) {
    if (current !== '' && current.length + 1 + line.length > LIMITS.section) {
      blocks.push(section(current));
      current = line;
    } else current = current === '' ? line : `${current}\n${line}`;
  }
  if (current !== '') blocks.push(section(current));
  return blocks;
}

/** A message: its whole content as text, and its blocks within the limit. */
export function message(text: string, blocks?: Block[]) {
  return {
    text: clip(text, LIMITS.text),
    ...(blocks === undefined ? {} : { blocks: clipBlocks(blocks, LIMITS.blocks) as Block[] }),
  };
}
