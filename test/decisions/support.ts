import type { DecisionView } from '../../src/ledger/types.js';
import type { Asker, Request, VerbContext, VerbResult } from '../../src/verbs/context.js';
import { answerDecision, applyDecision, verifyDecision } from '../../src/verbs/decision.js';
import { type DecisionRequest, raiseDecision } from '../../src/verbs/decision-raise.js';
import type { TestLedger } from '../support/ledgers.js';

export const GERA: Asker = { kind: 'human', key: 'gera', user: 'U01GERA', name: 'Gera' };
export const FEDE: Asker = { kind: 'human', key: 'fede', user: 'U02FEDE', name: 'Fede' };
export const SMITH: Asker = { kind: 'seat', key: 'smith', user: 'U0SMITH', name: 'Smith' };

export function got<T>(result: VerbResult<T>): T {
  if (!result.ok) throw new Error(result.sentence);
  return result.value;
}

/** One seat that asks questions, as its command line and its buttons would. */
export class Desk {
  #requests = 0;
  constructor(
    readonly of: TestLedger,
    readonly now: () => number,
  ) {}

  get ledger() {
    return this.of.ledger;
  }
  get ctx(): VerbContext {
    return { ledger: this.of.ledger, config: this.of.config, now: this.now };
  }
  request(asker: Asker): Request {
    this.#requests += 1;
    return { asker, cause: `test:${this.#requests}` };
  }

  async asks(change: Partial<DecisionRequest> = {}): Promise<string> {
    const asked = {
      question: 'Ship the importer today?',
      options: ['ship: customers see it today', 'wait'],
      task: null,
      deciders: ['gera', 'fede'],
      waits: null,
      bound: null,
      channel: null,
      thread: null,
      session: null,
      supersedes: null,
      rungs: false,
      ...change,
    };
    return got(await raiseDecision(this.ctx, this.request(SMITH), asked)).view.id;
  }

  /** A person presses a button. */
  clicks(id: string, asker: Asker = GERA, choice = 'ship') {
    const option = choice === 'ship' ? 0 : 1;
    return answerDecision(this.ctx, this.request(asker), { id, choice, other: null, option, how: 'click' });
  }

  applies(id: string, state: string, more: { needs?: string; why?: string; holder?: string } = {}) {
    const { needs = null, why = null, holder = null } = more;
    return applyDecision(this.ctx, this.request(SMITH), { id, state, needs, why, holder });
  }

  verifies(id: string, failed = false) {
    const asked = { id, revision: 'org/app@a1b2c3', evidence: 'saw it live', failed };
    return verifyDecision(this.ctx, this.request(SMITH), asked);
  }

  async view(id: string): Promise<DecisionView> {
    const view = await this.ledger.decisions.view(id);
    if (!view) throw new Error(`no decision ${id}`);
    return view;
  }

  /** Everything that is due is posted, as far as the ledger knows. Effects, in their order. */
  async posts(): Promise<string[]> {
    const said: string[] = [];
    for (const { effect } of await this.ledger.duePosts(this.now())) {
      const act = { now: this.now(), actor: { kind: 'process' as const, id: 'p' }, cause: `deliver:${effect}` };
      const claim = await this.ledger.claimPost(act, effect);
      if (!claim) continue;
      said.push(effect);
      const channel = claim.edits?.channel ?? ('channel' in claim.place ? claim.place.channel : 'D01');
      const ts = claim.edits?.ts ?? `${Math.floor(this.now() / 1000)}.${String(said.length).padStart(6, '0')}`;
      const outcome = { outcome: 'posted' as const, channel, ts, message: null };
      await this.ledger.settlePost(act, claim, outcome, null, `https://work.slack.com/archives/${channel}/p${ts}`);
    }
    return said;
  }

  async due(): Promise<string[]> {
    return (await this.ledger.duePosts(this.now(), 1000)).map((post) => post.effect);
  }
}
