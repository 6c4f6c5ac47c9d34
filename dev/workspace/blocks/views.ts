import { isRecord } from '../types.js';
import { checkBlocks } from './blocks.js';
import { anything, boolean, fail, shape, string } from './check.js';
import { plainText } from './objects.js';

const shared = {
  blocks: anything,
  private_metadata: string(3000),
  callback_id: string(255),
  external_id: string(255),
};

const modal = shape(
  { title: plainText(24), blocks: anything },
  {
    ...shared,
    submit: plainText(24),
    close: plainText(24),
    clear_on_close: boolean,
    notify_on_close: boolean,
    submit_disabled: boolean,
  },
);
const home = shape({ blocks: anything }, shared);

/** What is wrong with this view, in Slack's words; empty when nothing is. `type` is the one the method takes. */
export function checkView(view: unknown, type: 'modal' | 'home'): string[] {
  const problems: string[] = [];
  if (!isRecord(view)) return ['[ERROR] must be an object [json-pointer:/view]'];
  if (view.type !== type) fail(problems, '/view/type', `must be ${type}`);
  (type === 'modal' ? modal : home)(view, '/view', problems);
  problems.push(...checkBlocks(view.blocks, type, '/view/blocks'));
  const hasInput = Array.isArray(view.blocks) && view.blocks.some((each) => isRecord(each) && each.type === 'input');
  if (type === 'modal' && hasInput && view.submit === undefined)
    fail(problems, '/view', 'missing required field: submit (there are input blocks)');
  return problems;
}
