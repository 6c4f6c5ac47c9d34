/** One part of a handoff's key: NFKC, lower case, every run of anything but letters and digits one `-`, trimmed (H1). */
export function normalisePart(part: string): string {
  return part
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** The key `lane/item` of a handoff, or null when a part holds no letter or digit (H1). */
export function handoffKey(lane: string, item: string): string | null {
  const [l, i] = [normalisePart(lane), normalisePart(item)];
  return l && i ? `${l}/${i}` : null;
}

/** Splits `lane/item` at its first slash and normalises both parts; null when there is none or a part is empty. */
export function parseHandoffKey(text: string): string | null {
  const slash = text.indexOf('/');
  return slash < 0 ? null : handoffKey(text.slice(0, slash), text.slice(slash + 1));
}

export const itemKey = (kind: string, subject: string) => `${kind}:${subject}`;

/** Slack's `seconds.micros` as milliseconds UTC, exactly (a product of doubles falls a millisecond short now and then); NaN for anything else. */
export function tsToMillis(ts: string): number {
  const [, seconds, micros = ''] = /^(\d+)(?:\.(\d*))?$/.exec(ts) ?? [];
  return seconds === undefined ? Number.NaN : Number(seconds) * 1000 + Number(micros.padEnd(3, '0').slice(0, 3));
}

/** Compares two Slack timestamps exactly (they do not fit a double to the microsecond): negative when a is earlier. */
export function compareTs(a: string, b: string): number {
  const [as = '', am = ''] = a.split('.');
  const [bs = '', bm = ''] = b.split('.');
  return as.length - bs.length || as.localeCompare(bs) || am.padEnd(6, '0').localeCompare(bm.padEnd(6, '0'));
}
