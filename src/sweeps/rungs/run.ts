import { runCommand } from '../../agents/process.js';
import type { Config } from '../../config/types.js';
import type { Ledger, RungQuestion, RungSaid } from '../../ledger/index.js';
import { type Conclusion, planRungs } from './plan.js';

export interface RungDeps {
  ledger: Ledger;
  config: Config;
  holder: string;
  now: () => number;
}

type Rung = NonNullable<Config['rungs']>['ask'][number];

const DAY = 86_400_000;
/** How much longer than its own time-out an asking is this process's, milliseconds. */
const MARGIN = 60_000;

/** Asks rungs about undecided questions whose asker allows it, within its budget (R6). */
export class RungSweep {
  readonly #deps: RungDeps;
  /** After an unreadable spend ledger nothing is asked until this time: the end of its day. */
  #heldUntil = 0;

  constructor(deps: RungDeps) {
    this.#deps = deps;
  }

  /** One round; `asking` resolves when every rung that was asked has answered, and nothing of the sweep waits for it. */
  async run(): Promise<{ walked: number; done: number; asking: Promise<void> }> {
    const { ledger, config, now } = this.#deps;
    const { rungs } = config;
    const at = now();
    if (rungs === null || at < this.#heldUntil) return { walked: 0, done: 0, asking: Promise.resolve() };
    let questions: RungQuestion[];
    let spentToday: number;
    try {
      questions = await ledger.rungs.questions(at);
      spentToday = await ledger.rungs.spentToday(at);
    } catch (error) {
      this.#heldUntil = at - (at % DAY) + DAY;
      throw new Error(`the spend ledger could not be read, so no rung is asked today: ${(error as Error).message}`);
    }
    const names = rungs.ask.map((rung) => rung.name);
    const { perSweep, perDay } = rungs;
    const plan = planRungs(questions, names, at, { perSweep, perDay, spentToday });
    for (const { id, conclusion } of plan.conclude) await this.#conclude(id, conclusion);
    const asked: Promise<void>[] = [];
    for (const { question, rungs: due } of plan.ask) {
      for (const { name, attempt } of due) {
        const rung = rungs.ask.find((each) => each.name === name);
        if (!rung) continue;
        const act = this.#act(`rung:${question.id}/${name}/${attempt}`);
        const id = await ledger.rungs.claim(act, question.id, name, attempt, rungs.timeout + MARGIN, perDay);
        if (id !== null) asked.push(this.#ask(rung, question, id));
      }
    }
    const asking = Promise.all(asked).then(() => {});
    return { walked: questions.length, done: plan.conclude.length + asked.length, asking };
  }

  #act(cause: string) {
    return { now: this.#deps.now(), actor: { kind: 'process' as const, id: this.#deps.holder }, cause };
  }

  async #ask(rung: Rung, question: RungQuestion, id: string): Promise<void> {
    const { ledger, config, now } = this.#deps;
    const { timeout, wait } = config.rungs as NonNullable<Config['rungs']>;
    const { asks: _asks, ...snapshot } = question;
    const result = await runCommand(rung.command, {
      input: `${JSON.stringify({ seat: config.seat, rung: rung.name, model: rung.model, decision: snapshot })}\n`,
      timeout,
      maxOutput: 64 * 1024,
      maxError: 4 * 1024,
      secrets: [config.github.tokenEnv],
    });
    const retryAt = now() + wait;
    const said: RungSaid =
      result.outcome !== 'exited'
        ? { outcome: 'unreachable', why: result.sentence, retryAt }
        : result.code !== 0
          ? { outcome: 'unreachable', why: `its command ended with exit code ${result.code}`, retryAt }
          : readRung(result.stdout, question, id, retryAt);
    await ledger.rungs.settle(id, said);
  }

  async #conclude(id: string, conclusion: Conclusion): Promise<void> {
    const { ledger, config } = this.#deps;
    const act = this.#act(`rungs:${id}`);
    if (conclusion.come !== 'ruled') return ledger.rungs.conclude(act, id, conclusion.come, conclusion.why);
    const { choice, rung, receipt, corroboratedBy } = conclusion;
    const model = config.rungs?.ask.find((each) => each.name === rung)?.model ?? 'unknown';
    await ledger.rulings.record(act, { decision: id, choice, rung, model, receipt, corroboratedBy, thread: null });
    await ledger.rungs.conclude(act, id, 'ruled', choice);
  }
}

/** `{"choice": …, "receipt": …}` is a ruling, `{"refuse": "why"}` a refusal; what is neither was not reached. Pure. */
export function readRung(output: string, question: RungQuestion, id: string, retryAt: number): RungSaid {
  let read: { choice?: unknown; receipt?: unknown; refuse?: unknown } | null;
  try {
    read = JSON.parse(output) as typeof read;
  } catch {
    return { outcome: 'unreachable', why: 'what it printed is no JSON', retryAt };
  }
  if (typeof read?.refuse === 'string' && read.refuse.trim())
    return { outcome: 'refused', why: read.refuse.trim().slice(0, 300) };
  if (typeof read?.choice !== 'string')
    return { outcome: 'unreachable', why: 'it printed neither choice nor refuse', retryAt };
  const plain = read.choice.trim().toLowerCase();
  const option = question.options.find(({ label }) => label.trim().toLowerCase() === plain);
  if (!option) return { outcome: 'refused', why: `it named no option of the question: ${read.choice.slice(0, 100)}` };
  const receipt = typeof read.receipt === 'string' && read.receipt.trim() ? read.receipt.trim().slice(0, 200) : id;
  return { outcome: 'ruled', choice: option.label, receipt };
}
