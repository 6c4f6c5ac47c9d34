import type { ZodType } from 'zod';
import type { ReaderMemory } from '../types.js';
import type { Ask, Client } from './client.js';
import { type Got, strange } from './failure.js';

/** One address as it was last read: what was made of its answer, and the ETag to ask with. */
interface Entry {
  etag: string;
  facts: unknown;
}

/** What an answer holds before anything is made of it. */
export interface Page {
  data: unknown;
  /** Whether the list goes on. */
  more: boolean;
}

/** Raised whenever the shape of what is remembered changes: an entry of another version is read anew. */
const VERSION = 1;

/** More addresses than one item ever needs are forgotten, oldest first. */
const MAX_ENTRIES = 24;

const addressOf = ({ path, query = {} }: Ask) =>
  `${path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;

function entriesOf(memory: ReaderMemory): Map<string, Entry> {
  const { v, seen } = memory;
  if (v !== VERSION || typeof seen !== 'object' || seen === null) return new Map();
  return new Map(Object.entries(seen as Record<string, Entry>).filter(([, entry]) => typeof entry?.etag === 'string'));
}

/**
 * The reading of one item: each address is asked with the ETag of the last time (S4). A 304 gives what was made of the
 * answer then, and costs no quota.
 */
export class Session {
  private readonly before: Map<string, Entry>;
  private readonly after = new Map<string, Entry>();

  constructor(
    private readonly client: Client,
    memory: ReaderMemory,
  ) {
    this.before = entriesOf(memory);
  }

  /**
   * Reads an address and makes facts of its answer. `make` may read further (the other pages of a list whose first page
   * tells of any change); its facts must be JSON, and follow from what was read alone.
   */
  async read<F>(ask: Ask, make: (page: Page) => Got<F> | Promise<Got<F>>): Promise<Got<F>> {
    const address = addressOf(ask);
    const known = this.before.get(address);
    const answer = await this.client.get(ask, known?.etag ?? null);
    if (answer.is === 'failure') return { ok: false, failure: answer.failure };
    if (answer.is === 'unchanged') {
      this.after.set(address, known!);
      return { ok: true, value: known!.facts as F };
    }
    const made = await make(answer);
    if (made.ok && answer.etag !== null) this.after.set(address, { etag: answer.etag, facts: made.value });
    return made;
  }

  /** One answer, by its schema. */
  one<F>(ask: Ask, schema: ZodType<F>): Promise<Got<F>> {
    return this.read(ask, ({ data }) => parsed(ask, schema, data));
  }

  /** A list of which any page may change, all of it: a list longer than `pages` is a failure to read it. */
  async all<F>(ask: Ask, schema: ZodType<F[]>, pages: number): Promise<Got<F[]>> {
    const rows: F[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const query = { ...ask.query, per_page: 100, page };
      const got = await this.read({ ...ask, query }, ({ data, more }) => {
        const made = parsed(ask, schema, data);
        return made.ok ? { ok: true, value: { rows: made.value, more } } : made;
      });
      if (!got.ok) return got;
      rows.push(...got.value.rows);
      if (!got.value.more) return { ok: true, value: rows };
    }
    return {
      ok: false,
      failure: { reason: `${ask.what}: there are more than can be read`, retryAt: null, status: null },
    };
  }

  /** A page that is not remembered by itself. */
  async plain<F>(ask: Ask, schema: ZodType<F>): Promise<Got<{ value: F; more: boolean }>> {
    const answer = await this.client.get(ask, null);
    if (answer.is === 'failure') return { ok: false, failure: answer.failure };
    if (answer.is === 'unchanged') return { ok: false, failure: strange(ask, 304) };
    const made = parsed(ask, schema, answer.data);
    return made.ok ? { ok: true, value: { value: made.value, more: answer.more } } : made;
  }

  /** To be kept for the next time: what was read now, and the newest of what was not asked for this time. */
  memory(): ReaderMemory {
    const rest = [...this.before].filter(([address]) => !this.after.has(address));
    return { v: VERSION, seen: Object.fromEntries([...rest, ...this.after].slice(-MAX_ENTRIES)) };
  }
}

/** Facts of an answer, or that it is none of GitHub's. */
export function parsed<F>(ask: Pick<Ask, 'what'>, schema: ZodType<F>, data: unknown): Got<F> {
  const read = schema.safeParse(data);
  return read.success ? { ok: true, value: read.data } : { ok: false, failure: strange(ask) };
}
