import type { Call } from './api/calls.js';

/** `before` the call is looked at, when its effect is `stored`, and `after` the answer left (or was withheld). */
export type Phase = 'before' | 'stored' | 'after';
type Hook = (call: Call) => unknown;

/** Functions that run inside an API call, so that a test can kill a process at that instant. */
export class Hooks {
  private readonly hooks: { method: string; phase: Phase; run: Hook }[] = [];

  /** Runs `run` at that phase of each call of `method` (`*` for all); waited for. Returns a function that removes it. */
  on(method: string, phase: Phase, run: Hook): () => void {
    const hook = { method, phase, run };
    this.hooks.push(hook);
    return () => {
      const at = this.hooks.indexOf(hook);
      if (at >= 0) this.hooks.splice(at, 1);
    };
  }

  async run(phase: Phase, call: Call): Promise<void> {
    for (const hook of [...this.hooks]) {
      if (hook.phase === phase && (hook.method === '*' || hook.method === call.method)) await hook.run(call);
    }
  }
}
