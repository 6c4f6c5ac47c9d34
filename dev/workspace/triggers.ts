import { randomBytes } from 'node:crypto';
import type { State } from './state.js';
import { Refusal } from './types.js';

interface Trigger {
  appId: string;
  user: string;
  issuedAt: number;
  used: boolean;
}

/** Trigger ids: each is good for one modal, for a short time, for the app that it was given to. */
export class Triggers {
  private readonly issued = new Map<string, Trigger>();

  constructor(
    private readonly state: State,
    private readonly lifeMs: number,
  ) {}

  issue(appId: string, user: string): string {
    const id = `${this.state.now()}.${this.issued.size + 1}.${randomBytes(16).toString('hex')}`;
    this.issued.set(id, { appId, user, issuedAt: this.state.now(), used: false });
    return id;
  }

  /** The person behind the trigger. Throws `invalid_trigger_id`, `exchanged_trigger_id` or `expired_trigger_id`. */
  check(id: string | undefined, appId: string): string {
    const trigger = id === undefined ? undefined : this.issued.get(id);
    if (!trigger || trigger.appId !== appId) throw new Refusal('invalid_trigger_id');
    if (trigger.used) throw new Refusal('exchanged_trigger_id');
    if (this.state.now() - trigger.issuedAt > this.lifeMs) throw new Refusal('expired_trigger_id');
    return trigger.user;
  }

  /** Uses the trigger up. Call it once the view has been accepted. */
  spend(id: string): void {
    const trigger = this.issued.get(id);
    if (trigger) trigger.used = true;
  }
}
