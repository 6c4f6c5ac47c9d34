/** JSON Pointer (RFC 6901). Pure. */

export type Pointed = { found: true; value: unknown } | { found: false };

const ABSENT: Pointed = { found: false };
const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * What a pointer leads to: `''` is the whole, `/a/0` the first of `a`; `~1` is a slash and `~0` a tilde in a name. Only
 * what the document itself holds counts, nothing inherited.
 */
export function pointTo(document: unknown, pointer: string): Pointed {
  if (pointer === '') return { found: true, value: document };
  if (!pointer.startsWith('/')) return ABSENT;
  let value = document;
  for (const token of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return ABSENT;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value) && !INDEX.test(name)) return ABSENT;
    if (!Object.hasOwn(value, name)) return ABSENT;
    value = (value as Record<string, unknown>)[name];
  }
  return { found: true, value };
}
