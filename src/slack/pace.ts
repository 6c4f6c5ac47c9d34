import PQueue from 'p-queue';

export interface Pace {
  /** Starts at most one task per channel and interval; `first` ones go before the others. Rejects as the task does. */
  run<T>(channel: string, first: boolean, task: () => Promise<T>): Promise<T>;
  /** Milliseconds until a task given now would start, as far as the tasks before it tell. */
  wait(channel: string, first: boolean): number;
}

/**
 * Slack takes about one message a second in one channel. Only starts are spaced: a post that hangs holds nobody up, and
 * the first to a quiet channel goes at once. Zero switches pacing off.
 */
export function createPace(interval: number): Pace {
  const queues = new Map<string, PQueue>();
  const queueOf = (channel: string): PQueue => {
    let queue = queues.get(channel);
    if (queue === undefined) {
      queue = new PQueue(interval > 0 ? { intervalCap: 1, interval, strict: true } : {});
      queues.set(channel, queue);
    }
    return queue;
  };
  return {
    run: (channel, first, task) => queueOf(channel).add(task, { priority: first ? 1 : 0 }),
    wait(channel, first) {
      const queue = queues.get(channel);
      if (queue === undefined) return 0;
      return (first ? queue.sizeBy({ priority: 1 }) : queue.size) * interval;
    },
  };
}
