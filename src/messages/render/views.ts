/** Views that say something: loading (a trigger lives three seconds), a result, a history. */

import { type Block, plainText, section, sections } from './blocks.js';
import type { RenderContext } from './context.js';
import { words } from './escape.js';
import type { View } from './home.js';
import { VIEW } from './ids.js';
import { clipBlocks, clipShort, LIMITS } from './limits.js';
import { factLines, type Happened, historyLines, type ItemInFull } from './show.js';

export type { Happened, ItemInFull };

function view(id: string, title: string, blocks: Block[]): View {
  return {
    type: 'modal',
    callback_id: id,
    title: plainText(clipShort(title, LIMITS.modalTitle)),
    close: plainText('Close'),
    blocks: clipBlocks(blocks, LIMITS.viewBlocks) as Block[],
  };
}

/** Opened at once, and replaced when there is something to show. */
export function loadingView(title: string): View {
  return view(VIEW.loading, title, [section('One moment…')]);
}

/** What became of it, in a sentence of plain words, such as a verb's; it is escaped here. */
export function messageView(title: string, sentence: string): View {
  return markupView(title, words(sentence));
}

/** What became of it, in our own markup, such as `sentenceFor` writes. */
export function markupView(title: string, markup: string): View {
  return view(VIEW.message, title, sections(markup.split('\n')));
}

/** An item and all that happened to it. */
export function historyView(full: ItemInFull, ctx: Pick<RenderContext, 'now' | 'config'>): View {
  return view(VIEW.history, 'History', [
    ...sections(factLines(full.item, ctx)),
    { type: 'divider' },
    ...sections(historyLines(full, ctx)),
  ]);
}
