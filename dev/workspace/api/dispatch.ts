import { Refusal } from '../types.js';
import type { World } from '../world.js';
import { appMethods } from './apps.js';
import { Args } from './args.js';
import { appOfToken, authorize } from './auth.js';
import type { Call } from './calls.js';
import { chat } from './chat.js';
import { conversations } from './conversations.js';
import { historyMethods } from './history.js';
import type { Family } from './method.js';
import { reactions } from './reactions.js';
import { users } from './users.js';
import { viewMethods } from './views.js';

const METHODS: Family = {
  ...appMethods,
  ...chat,
  ...conversations,
  ...historyMethods,
  ...users,
  ...reactions,
  ...viewMethods,
};

/** What the server does with the connection. */
export type Answer =
  | { kind: 'json'; status: number; headers: Record<string, string>; body: Record<string, unknown> }
  | { kind: 'text'; status: number; type: string; body: string }
  /** Destroy the connection. */
  | { kind: 'lost' }
  /** Leave it open, without an answer. */
  | { kind: 'hung' };

const HTML = '<!DOCTYPE html><html><head><title>Slack</title></head><body>Something went wrong.</body></html>';

/** The effect and the answer of a method, faults aside. Never throws for what Slack would refuse. */
function perform(world: World, method: string, token: string, args: Args): Answer {
  const headers: Record<string, string> = {};
  const app = appOfToken(world.state, token);
  if (app) headers['x-oauth-scopes'] = token === app.appToken ? 'connections:write' : app.scopes.join(',');
  try {
    const found = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!found) throw new Refusal('unknown_method', { req_method: method });
    if (found.scope) headers['x-accepted-oauth-scopes'] = found.scope;
    const caller = authorize(world.state, token, found);
    if (method === 'apps.connections.open' && world.sockets.isUnavailable(caller.appId))
      return { kind: 'text', status: 503, type: 'text/plain', body: 'Service Unavailable' };
    const seen = { method, app: caller.appId, args: args.raw };
    const reads = method in historyMethods;
    const delays = reads || method === 'chat.postMessage';
    const hiddenForMs = delays ? world.faults.take(seen, ['delay-history'])?.ms : undefined;
    const hideMetadata = reads && world.faults.take(seen, ['hide-metadata']) !== undefined;
    const body = found.run({ world, app: caller, args, hiddenForMs, hideMetadata });
    return { kind: 'json', status: 200, headers, body: { ok: true, ...body } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { retryAfter, ...extra } = error.extra;
    const body = { ok: false, error: error.code, ...extra };
    if (error.code !== 'ratelimited') return { kind: 'json', status: 200, headers, body };
    return { kind: 'json', status: 429, headers: { ...headers, 'retry-after': String(retryAfter ?? 1) }, body };
  }
}

const ANSWERING = ['rate-limit', 'http-500', 'html-200', 'error', 'lose-response', 'hang', 'hang-before'] as const;

/** Looks at the faults on order, performs the call where they allow it, and says how to answer. */
async function answer(world: World, call: Call, token: string): Promise<Answer> {
  const fault = world.faults.take(call, ANSWERING);
  const effect = async () => {
    const result = perform(world, call.method, token, new Args(call.args));
    await world.hooks.run('stored', call);
    return result;
  };
  if (!fault) return effect();
  if ('stored' in fault && fault.stored) await effect();
  switch (fault.kind) {
    case 'rate-limit': {
      const headers = { 'retry-after': String(fault.retryAfter ?? 1) };
      return { kind: 'json', status: 429, headers, body: { ok: false, error: 'ratelimited' } };
    }
    case 'http-500':
      return { kind: 'text', status: 500, type: 'text/plain', body: 'Internal Server Error' };
    case 'html-200':
      return { kind: 'text', status: 200, type: 'text/html', body: HTML };
    case 'error':
      return { kind: 'json', status: 200, headers: {}, body: { ok: false, error: fault.code } };
    case 'lose-response':
      await effect();
      return { kind: 'lost' };
    case 'hang':
      await effect();
      return { kind: 'hung' };
    case 'hang-before':
      return { kind: 'hung' };
    default:
      throw new Error(`not a fault that answers: ${fault satisfies never}`);
  }
}

/** One call of the Web API from its decoded arguments to the answer, logged, with hooks before and on its effect. */
export async function dispatch(
  world: World,
  method: string,
  token: string,
  raw: Record<string, unknown>,
): Promise<{ call: Call; answer: Answer }> {
  const { token: _, ...rest } = raw;
  const call = world.calls.open(method, appOfToken(world.state, token)?.appId ?? '', decode(rest));
  await world.hooks.run('before', call);
  const result = await answer(world, call, token);
  if (result.kind === 'lost' || result.kind === 'hung') world.calls.close(call, { status: result.kind });
  else {
    const ok = result.kind === 'json' && result.body.ok === true;
    const error = result.kind === 'json' ? (result.body.error as string | undefined) : undefined;
    world.calls.close(call, { status: 'answered', http: result.status, ok, error, body: result.body });
  }
  return { call, answer: result };
}

/** Arguments with structures decoded, as tests and faults like to see them. What is not JSON stays text. */
function decode(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      if (!['blocks', 'attachments', 'metadata', 'view'].includes(name) || typeof value !== 'string')
        return [name, value];
      try {
        return [name, JSON.parse(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}
