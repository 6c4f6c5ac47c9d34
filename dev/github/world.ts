import { type Access, type Account, DOCS, Refusal, type Repo } from './types.js';

const HOUR = 3_600_000;

export interface Rate {
  limit: number;
  used: number;
  /** When the window ends, milliseconds UTC. */
  reset: number;
}

/** The state behind the server: repositories, tokens and what is left of each one's quota. */
export class World {
  readonly repos = new Map<string, Repo>();
  readonly tokens = new Map<string, Access>();
  private readonly rates = new Map<string, Rate>();
  private ids = 1000;

  constructor(readonly now: () => number) {}

  nextId(): number {
    this.ids += 1;
    return this.ids;
  }

  /** A commit id that no other commit of this run has. */
  nextSha(): string {
    return this.nextId().toString(16).padStart(8, '0').repeat(5);
  }

  /** Whoever asks: a token's access, or null for nobody in particular. Throws 401 for a token that GitHub does not know. */
  caller(authorization: string | undefined): Access | null {
    if (authorization === undefined) return null;
    const token = /^(?:Bearer|token) (.+)$/i.exec(authorization)?.[1] ?? '';
    const access = this.tokens.get(token);
    if (access === undefined) throw new Refusal(401, 'Bad credentials');
    return access;
  }

  /** The quota of this caller, in a new window where the last one is over. */
  rate(caller: Access | null): Rate {
    const key = caller?.login ?? '';
    const now = this.now();
    let rate = this.rates.get(key);
    if (rate === undefined || rate.reset <= now) {
      rate = { limit: rate?.limit ?? (caller ? 5000 : 60), used: 0, reset: Math.ceil((now + HOUR) / 1000) * 1000 };
      this.rates.set(key, rate);
    }
    return rate;
  }

  /** The repository as this caller sees it: a private one without access is not found, as if it did not exist. */
  repo(caller: Access | null, owner: string, name: string): Repo {
    const full = `${owner}/${name}`.toLowerCase();
    const repo = this.repos.get(full);
    const sees = !repo?.private || caller?.repos === 'all' || caller?.repos.some((r) => r.toLowerCase() === full);
    if (!repo || !sees) throw new Refusal(404, 'Not Found');
    return repo;
  }

  /** Refuses what the token was not given. */
  allow(caller: Access | null, what: Access['denied'][number]): void {
    if (caller?.denied.includes(what)) throw new Refusal(403, 'Resource not accessible by personal access token');
  }
}

export const iso = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');

/** An account as GitHub writes one; null for an account that was deleted. */
export const account = (of: Account | null) =>
  of === null ? null : { login: of.login, id: of.login.length, type: of.type, site_admin: false };

/** A login as an account: what ends in `[bot]` is a Bot. */
export function accountOf(login: string): Account {
  return { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

export const errorBody = (message: string) => ({ message, documentation_url: DOCS });
