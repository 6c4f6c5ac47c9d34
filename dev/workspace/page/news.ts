import { useEffect, useRef, useState } from 'react';
import type { Snapshot } from './api.js';

const EVERYBODY = ['channel', 'here', 'everyone'];

/** What is new in each channel for this reader since the page was opened or the channel last looked at. */
export function useNews(snapshot: Snapshot | undefined, current: string | undefined) {
  const opened = useRef(String(Date.now() / 1000));
  const [seen, setSeen] = useState<Record<string, string>>({});
  const me = snapshot?.me ?? '';
  const latest = current ? snapshot?.messages[current]?.at(-1)?.ts : undefined;
  useEffect(() => {
    if (current && latest) setSeen((before) => ({ ...before, [`${me}/${current}`]: latest }));
  }, [me, current, latest]);
  return (channel: string): { messages: number; pings: number } => {
    if (channel === current) return { messages: 0, pings: 0 };
    const since = seen[`${me}/${channel}`] ?? opened.current;
    const fresh = (snapshot?.messages[channel] ?? []).filter(({ ts, user }) => ts > since && user !== me);
    const isDirect = snapshot?.channels.find(({ id }) => id === channel)?.kind === 'im';
    const pinging = fresh.filter(
      ({ mentions }) => isDirect || mentions.some((each) => each === me || EVERYBODY.includes(each)),
    );
    const top = fresh.filter(({ thread_ts, ts }) => !thread_ts || thread_ts === ts);
    return { messages: Math.max(top.length, pinging.length), pings: pinging.length };
  };
}
