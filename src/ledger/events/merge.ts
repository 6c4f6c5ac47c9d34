/**
 * The one merge rule of each annotated field (L3). A field that is absent or `undefined` in a delta is left as it is; an
 * empty string never clears what was recorded; null is a deliberate "none".
 */
export type MergeRule = 'latest' | 'append' | 'union' | 'per-key';

const isBlank = (value: unknown) => value === undefined || value === '';

function merged(rule: MergeRule, current: unknown, incoming: unknown): unknown {
  switch (rule) {
    case 'latest':
      return incoming;
    case 'append':
      return [...((current as unknown[]) ?? []), ...(incoming as unknown[])];
    case 'union':
      return [...new Set([...((current as unknown[]) ?? []), ...(incoming as unknown[])])];
    case 'per-key':
      return { ...((current as object) ?? {}), ...(incoming as object) };
    default: {
      const never: never = rule;
      throw new Error(`no such merge rule: ${String(never)}`);
    }
  }
}

/**
 * Folds a partial delta into a state by the rules of its fields. Fields without a rule (of a newer version) are left
 * in the event and change nothing here. Returns a new state.
 */
export function foldDelta<S extends object>(
  rules: Readonly<Record<string, MergeRule>>,
  state: S,
  delta: Readonly<Record<string, unknown>>,
): S {
  const next: Record<string, unknown> = { ...(state as Record<string, unknown>) };
  for (const [field, incoming] of Object.entries(delta)) {
    const rule = rules[field];
    if (!rule || isBlank(incoming)) continue;
    next[field] = merged(rule, next[field], incoming);
  }
  return next as S;
}
