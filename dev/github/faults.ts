/** What the server does wrong on order. Each fault hits the requests whose path it matches, in the order of the orders. */
export type FaultSpec = {
  /** The path without its query; every path when absent. */
  path?: RegExp;
  /** How many requests it hits; all of them until it is ended when absent. */
  times?: number;
} & (
  | { kind: 'status'; status: number }
  /** A proxy's page where JSON is expected. */
  | { kind: 'html'; status?: number }
  /** JSON of another shape than GitHub documents. */
  | { kind: 'json'; body: unknown }
  /** The connection is held and nothing is said. */
  | { kind: 'hang' }
  /** Headers and half of the body, then nothing. */
  | { kind: 'stall' }
  | { kind: 'cut' }
  | { kind: 'redirect'; to: string }
  /** The secondary limit; without `retryAfter` GitHub names no time. */
  | { kind: 'secondary'; retryAfter?: number; status?: 403 | 429 }
);

export interface FaultHandle {
  /** Requests hit so far. */
  readonly hits: number;
  end(): void;
}

interface Order {
  spec: FaultSpec;
  left: number;
  hits: number;
}

/** The faults ordered and not yet used up. */
export class Faults {
  private readonly orders: Order[] = [];

  order(spec: FaultSpec): FaultHandle {
    const order: Order = { spec, left: spec.times ?? Number.POSITIVE_INFINITY, hits: 0 };
    this.orders.push(order);
    return {
      get hits() {
        return order.hits;
      },
      end: () => {
        order.left = 0;
      },
    };
  }

  /** The fault for this request, counted as used; null when none matches. */
  take(path: string): FaultSpec | null {
    const order = this.orders.find(({ spec, left }) => left > 0 && (spec.path?.test(path) ?? true));
    if (order === undefined) return null;
    order.left -= 1;
    order.hits += 1;
    return order.spec;
  }
}
