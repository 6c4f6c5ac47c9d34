/** Reading values whose shape Slack alone decides: what is not as expected is absent, never an exception. */

export type Fields = Record<string, unknown>;

/** The object at `path`, or an empty one. */
export function fields(value: unknown, ...path: string[]): Fields {
  let at: unknown = value;
  for (const key of path) at = isFields(at) ? at[key] : undefined;
  return isFields(at) ? at : {};
}

/** The non-empty string at `path`, or null. */
export function text(value: unknown, ...path: string[]): string | null {
  const last = path.at(-1);
  if (last === undefined) return typeof value === 'string' && value !== '' ? value : null;
  const at = fields(value, ...path.slice(0, -1))[last];
  return typeof at === 'string' && at !== '' ? at : null;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
