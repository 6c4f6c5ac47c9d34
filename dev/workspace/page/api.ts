import { useEffect, useState } from 'react';
import type { Person } from '../people/person.js';
import type { Snapshot } from '../snapshot.js';

export type { SeenMessage, Snapshot } from '../snapshot.js';

type Verb = { [K in keyof Person]: Person[K] extends (...args: never[]) => unknown ? K : never }[keyof Person];
type Result<V extends Verb> = Person[V] extends (...args: never[]) => infer R ? Awaited<R> : never;
type Arguments<V extends Verb> = Person[V] extends (...args: infer A) => unknown ? A : never;

async function read<T>(response: Response): Promise<T> {
  const body = (await response.json()) as { ok: boolean; result: T; error?: string };
  if (!body.ok) throw new Error(body.error);
  return body.result;
}

/** Does something as a person; throws an Error with the workspace's code or words when it is refused. */
export async function act<V extends Verb>(user: string, verb: V, ...args: Arguments<V>): Promise<Result<V>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/dev/as/${user}/${verb}`, { method: 'POST', headers, body: JSON.stringify({ args }) });
  return read<Result<V>>(response);
}

/** What the person sees, kept up to date. `error` says why it is not. */
export function useSnapshot(user: string): { snapshot?: Snapshot; error?: string } {
  const [state, setState] = useState<{ snapshot?: Snapshot; error?: string }>({});
  useEffect(() => {
    let ended = false;
    let reading = false;
    let again = false;
    const load = async () => {
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      do {
        again = false;
        try {
          const snapshot = await read<Snapshot>(await fetch(`/dev/state/${user}`));
          if (!ended) setState({ snapshot });
        } catch (error) {
          if (!ended) setState((before) => ({ ...before, error: String(error) }));
        }
      } while (again && !ended);
      reading = false;
    };
    void load();
    const news = new EventSource('/dev/changes');
    news.onmessage = ({ data }) => {
      if ((JSON.parse(data) as { what: string }).what !== 'call') void load();
    };
    news.onopen = () => void load();
    return () => {
      ended = true;
      news.close();
    };
  }, [user]);
  return state;
}
