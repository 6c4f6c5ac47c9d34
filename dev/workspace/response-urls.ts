import { randomBytes } from 'node:crypto';
import type { State } from './state.js';
import { Refusal } from './types.js';

const MAX_USES = 5;

/** What a response URL answers to. */
export interface ResponseTarget {
  appId: string;
  user: string;
  channel: string;
  /** The message on which something was pressed, for `replace_original` and `delete_original`. */
  message?: { ts: string; ephemeral: boolean };
  thread_ts?: string;
}

/** Response URLs: five uses within half an hour. */
export class ResponseUrls {
  private readonly issued = new Map<string, ResponseTarget & { until: number; uses: number }>();

  constructor(
    private readonly state: State,
    private readonly lifeMs: number,
  ) {}

  /** The path of a new URL, under the workspace's root. */
  issue(kind: 'commands' | 'actions', target: ResponseTarget): string {
    const path = `/${kind}/${this.state.team.id}/${this.issued.size + 1}/${randomBytes(12).toString('hex')}`;
    this.issued.set(path, { ...target, until: this.state.now() + this.lifeMs, uses: 0 });
    return path;
  }

  /** The target, with one use counted. Throws `expired_url` or `used_url`. */
  use(path: string): ResponseTarget {
    const found = this.issued.get(path);
    if (!found || found.until < this.state.now()) throw new Refusal('expired_url');
    if (found.uses >= MAX_USES) throw new Refusal('used_url');
    found.uses += 1;
    return found;
  }
}
