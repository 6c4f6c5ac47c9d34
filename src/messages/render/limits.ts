/** Slack's limits, kept in one place, by cutting with a mark that shows (P9). */

export const LIMITS = {
  section: 3000,
  header: 150,
  button: 75,
  value: 2000,
  text: 4000,
  blocks: 50,
  viewBlocks: 100,
  modalTitle: 24,
  metadata: 3000,
  optionText: 75,
  inputLabel: 2000,
  initialValue: 3000,
} as const;

/** Cuts text to a limit and says how much is missing; never inside an entity, a link or a character. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const mark = (left: number) => `… (cut, ${left} more characters)`;
  const room = limit - mark(text.length).length;
  if (room <= 0) return text.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, '') + (limit > 0 ? '…' : '');
  const end = safeEnd(text, room);
  return text.slice(0, end) + mark(text.length - end);
}

function safeEnd(text: string, room: number): number {
  let end = room;
  const open = text.lastIndexOf('<', end - 1);
  if (open >= 0 && text.indexOf('>', open) >= end) end = open;
  const entity = text.lastIndexOf('&', end - 1);
  if (entity >= 0 && end - entity < 5 && text.indexOf(';', entity) >= end) end = entity;
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}

/** Cuts a name that is too long for a title or a button; there is no room for a count there. */
export function clipShort(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Keeps as many blocks as Slack takes, and says so in the last one. */
export function clipBlocks<B extends object>(blocks: B[], limit: number): (B | object)[] {
  if (blocks.length <= limit) return blocks;
  const left = blocks.length - limit + 1;
  const text = `… (cut, ${left} more blocks)`;
  return [...blocks.slice(0, limit - 1), { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] }];
}
