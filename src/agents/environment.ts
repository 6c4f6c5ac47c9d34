/** What of the environment a command of the configuration may see: everything but our own secrets (X2). */

type Env = Record<string, string | undefined>;

/** Tokens of Slack and GitHub, and what opens the ledger: whoever holds one of these acts as the seat itself (X1). */
const SECRET = /^(?:(?:SLACK|GITHUB|GH)_(?:\w*_)?(?:TOKEN|SECRET|PAT|PASSWORD)\w*|OWED_LEDGER_URL|PGPASSWORD)$/i;

/**
 * The environment without our secrets, under whatever name they are repeated.
 * @param named further variables that hold a secret, such as the configuration's `github.token_env`.
 */
export function withoutSecrets(env: Env, named: readonly string[] = []): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const secret = (name: string) => SECRET.test(name) || named.includes(name);
  const values = new Set(entries.flatMap(([name, value]) => (secret(name) && value !== '' ? [value] : [])));
  return Object.fromEntries(entries.filter(([name, value]) => !secret(name) && !values.has(value)));
}
