import type { AppDefinition } from '../definition.js';
import type { State } from '../state.js';
import { Refusal } from '../types.js';
import type { Method } from './method.js';

/** The app that a token belongs to, of either kind; undefined when nobody has it. */
export function appOfToken(state: State, token: string): AppDefinition | undefined {
  return state.apps.find(({ botToken, appToken }) => token !== '' && (token === botToken || token === appToken));
}

/**
 * Lets the call through or throws: `not_authed`, `invalid_auth`, `token_revoked`, `not_allowed_token_type`,
 * `missing_scope`.
 */
export function authorize(state: State, token: string, method: Method): AppDefinition {
  if (token === '') throw new Refusal('not_authed');
  const app = appOfToken(state, token);
  if (!app) throw new Refusal('invalid_auth');
  if (state.revoked.has(app.appId)) throw new Refusal('token_revoked');
  const isBotToken = token === app.botToken;
  if (isBotToken !== (method.token === 'bot')) throw new Refusal('not_allowed_token_type');
  if (method.scope && !app.scopes.includes(method.scope))
    throw new Refusal('missing_scope', { needed: method.scope, provided: app.scopes.join(',') });
  return app;
}
