import { TimedOut, TooLong } from './failure.js';

/** A hundred check runs with full summaries are the longest of what is read. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Statuses that carry no body. */
const EMPTY = new Set([204, 205, 304]);

async function bodyOf(response: Response): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > MAX_BYTES) throw new TooLong();
    parts.push(part);
  }
  return parts;
}

/**
 * `fetch` with one bound on the whole exchange: headers and body. A body that stops half-way would otherwise hold a sweep,
 * or pass for an empty answer. A time-out is called `AbortError` because that is the one error that Octokit's retries
 * leave alone: asking a source that hangs again would only hang twice as long.
 */
export function boundedFetch(timeout: number): typeof fetch {
  return async (input, init) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(input, { ...init, signal });
      const { status, statusText, headers } = response;
      const parts = await bodyOf(response);
      return new Response(EMPTY.has(status) ? null : new Blob(parts), { status, statusText, headers });
    } catch (error) {
      throw signal.aborted ? new TimedOut() : error;
    }
  };
}
