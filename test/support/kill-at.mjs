// Loaded with --import into a seat's process: kills it with SIGKILL at one point of a post, once.
// KILL_AT names the point (before-claim, claimed, posted, settled), KILL_EFFECT the kind of post (page, nudge, …).
import { subscribe } from 'node:diagnostics_channel';

subscribe('owed:post', ({ point, effect }) => {
  if (point === process.env.KILL_AT && effect.startsWith(`${process.env.KILL_EFFECT}/`))
    process.kill(process.pid, 'SIGKILL');
});
