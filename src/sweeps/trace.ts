import { channel } from 'node:diagnostics_channel';

/** Every point of claim, post and settle, for whoever watches the process: tools, and the tests that kill it there. */
export type TracePoint = 'before-claim' | 'claimed' | 'posted' | 'settled';

const points = channel('owed:post');

/** Tells subscribers of `owed:post` where a post is; costs nothing when there are none. */
export function trace(point: TracePoint, effect: string): void {
  if (points.hasSubscribers) points.publish({ point, effect });
}
