import type { State } from '../state.js';

/** How a call ended. `pending` while it runs; `hung` and `lost` were never answered. */
export type Outcome =
  | { status: 'pending' | 'hung' | 'lost' }
  | { status: 'answered'; http: number; ok: boolean; error?: string; body: unknown };

/** One call of the Web API. */
export interface Call {
  id: number;
  /** ms since the epoch (UTC). */
  at: number;
  method: string;
  /** The app id, or `` for a token nobody has. */
  app: string;
  /** Decoded arguments, without the token. */
  args: Record<string, unknown>;
  outcome: Outcome;
}

/** Every call since the start, in the order of arrival. */
export class CallLog {
  readonly all: Call[] = [];

  constructor(private readonly state: State) {}

  open(method: string, app: string, args: Record<string, unknown>): Call {
    const call: Call = {
      id: this.all.length + 1,
      at: this.state.now(),
      method,
      app,
      args,
      outcome: { status: 'pending' },
    };
    this.all.push(call);
    return call;
  }

  close(call: Call, outcome: Outcome): void {
    call.outcome = outcome;
    this.state.changed({ what: 'call' });
  }
}
