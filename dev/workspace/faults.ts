/** Which calls a fault hits. Everything absent matches all. */
interface Target {
  /** A Web API method, or `*`. */
  method: string;
  /** A channel id, compared with the call's `channel`. */
  channel?: string;
  /** An app id. */
  app?: string;
  /** A further condition on the call's arguments. Not available over HTTP. */
  match?: (args: Record<string, unknown>) => boolean;
  /** How many calls to hit; absent: until removed. */
  times?: number;
}

export type FaultSpec = Target &
  (
    | { kind: 'rate-limit' /** seconds, the `Retry-After` header; 1 unless given */; retryAfter?: number }
    /** `stored`: the call takes effect before it is answered so; otherwise it takes none. */
    | { kind: 'http-500' | 'html-200'; stored?: boolean }
    | { kind: 'error'; code: string; stored?: boolean }
    /** Takes effect, then the connection is destroyed without an answer. */
    | { kind: 'lose-response' }
    /** Takes effect, never answered. */
    | { kind: 'hang' }
    /** Takes no effect, never answered. */
    | { kind: 'hang-before' }
    /** On `chat.postMessage`, for that post, or on history and replies, for every post: not shown until that many ms have passed. */
    | { kind: 'delay-history'; ms: number }
    /** On history and replies: answers without metadata. */
    | { kind: 'hide-metadata' }
  );

export type FaultKind = FaultSpec['kind'];
type OfKind<K extends FaultKind> = FaultSpec & { kind: K };

/** A fault that was ordered. */
export interface FaultHandle {
  readonly id: number;
  readonly spec: FaultSpec;
  /** How many calls it has hit. */
  readonly hits: number;
  remove(): void;
}

export interface FaultedCall {
  method: string;
  app: string;
  args: Record<string, unknown>;
}

/** The faults on order. The earliest one that matches a call is used, and counted. */
export class Faults {
  private readonly ordered: (FaultHandle & { hits: number })[] = [];
  private lastId = 0;

  /** Orders a fault, in force from the next call on. */
  add(spec: FaultSpec): FaultHandle {
    this.lastId += 1;
    const handle = { id: this.lastId, spec, hits: 0, remove: () => this.remove(handle.id) };
    this.ordered.push(handle);
    return handle;
  }

  remove(id: number): void {
    const at = this.ordered.findIndex((each) => each.id === id);
    if (at >= 0) this.ordered.splice(at, 1);
  }

  /** Removes every fault on order. */
  clear(): void {
    this.ordered.length = 0;
  }

  list(): FaultHandle[] {
    return [...this.ordered];
  }

  /** The first fault of these kinds in force for this call, now counted as a hit; undefined when there is none. */
  take<K extends FaultKind>(call: FaultedCall, kinds: readonly K[]): OfKind<K> | undefined {
    const handle = this.ordered.find(
      ({ spec, hits }) =>
        (kinds as readonly FaultKind[]).includes(spec.kind) &&
        (spec.times === undefined || hits < spec.times) &&
        (spec.method === '*' || spec.method === call.method) &&
        (spec.channel === undefined || spec.channel === call.args.channel) &&
        (spec.app === undefined || spec.app === call.app) &&
        (spec.match === undefined || spec.match(call.args)),
    );
    if (!handle) return undefined;
    handle.hits += 1;
    return handle.spec as OfKind<K>;
  }
}
