import { type ClientOptions, createCache, createClient, read } from './client.js';
import { BadAnswer } from './failure.js';
import { text } from './fields.js';
import type { PlaceResolver } from './types.js';

/** Opens a person's DM once and remembers it; callers of one moment share one call. A channel is its own place. */
export function createResolver(options: ClientOptions & { now: () => number }): PlaceResolver {
  const client = createClient(options);
  const opened = createCache<string>(Number.POSITIVE_INFINITY, options.now);
  return async (place) => {
    if ('channel' in place) return { ok: true, value: { channel: place.channel, thread: place.thread ?? null } };
    const dm = await opened(place.dm, () =>
      read(options.now, async () => {
        const channel = text(await client.apiCall('conversations.open', { users: place.dm }), 'channel', 'id');
        if (channel === null) throw new BadAnswer('conversations.open gave no channel');
        return channel;
      }),
    );
    return dm.ok ? { ok: true, value: { channel: dm.value, thread: null } } : dm;
  };
}
