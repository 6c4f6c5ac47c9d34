/** One line of `owed doctor`. `ok` is null where nothing can be said; `fix` is the one sentence that mends it. */
export interface Finding {
  check: string;
  ok: boolean | null;
  found: string;
  fix: string | null;
  /** The ledger or Slack could not be reached: exit code 4. */
  unreachable?: true;
}

export const good = (check: string, found: string): Finding => ({ check, ok: true, found, fix: null });
export const bad = (check: string, found: string, fix: string): Finding => ({ check, ok: false, found, fix });
/** Not looked at, or nothing to be seen: says nothing for or against. */
export const unsure = (check: string, found: string, fix: string | null = null): Finding => ({
  check,
  ok: null,
  found,
  fix,
});
export const lost = (check: string, found: string, fix: string): Finding => ({
  check,
  ok: false,
  found,
  fix,
  unreachable: true,
});

const SIGN = { true: '✓', false: '✗', null: '?' } as const;

/** `✓ check: found`, and under it the fix. Pure. */
export const findingText = ({ check, ok, found, fix }: Finding): string =>
  `${SIGN[`${ok}`]} ${check}: ${found.replaceAll('\n', '\n    ')}${fix === null ? '' : `\n    → ${fix}`}`;

/** The contract's shape. Pure. */
export const findingJson = ({ check, ok, found, fix }: Finding) => ({ check, ok, found, fix });
