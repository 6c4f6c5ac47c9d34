import { useLayoutEffect, useRef } from 'react';
import type { SeenMessage, Snapshot } from './api.js';
import { usePage } from './context.js';
import { type Line, MessageRow } from './message.js';
import { day } from './text.js';

const CONTINUES_WITHIN_S = 300;

/** Messages and what only the reader sees, in order: top level, or those of one thread. */
export function linesOf(snapshot: Snapshot, channel: string, thread?: string): Line[] {
  const messages: Line[] = snapshot.messages[channel] ?? [];
  const ephemerals = snapshot.ephemerals
    .filter((each) => each.channel === channel)
    .map((each): Line => {
      const user = snapshot.apps.find(({ appId }) => appId === each.app_id)?.botUser ?? '';
      const shape = { user, team: '', reactions: [], mentions: [], permalink: '' };
      return { ...shape, ...each, user, blocks: each.blocks as Line['blocks'], onlyYou: true };
    });
  return [...messages, ...ephemerals]
    .filter(({ thread_ts, ts }) => (thread ? thread_ts === thread || ts === thread : !thread_ts || thread_ts === ts))
    .sort((a, b) => (a.ts < b.ts ? -1 : 1));
}

function continues(line: Line, before: Line | undefined): boolean {
  return (
    before !== undefined &&
    before.user === line.user &&
    !before.onlyYou === !line.onlyYou &&
    Number(line.ts) - Number(before.ts) < CONTINUES_WITHIN_S
  );
}

/** Keeps a list at its end as it grows or is resized, unless the reader scrolled up; goes to a highlighted message. */
function useEnd(last: string | undefined, highlighted: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const follow = () => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    };
    const scrolled = () => {
      atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    };
    const resized = new ResizeObserver(follow);
    resized.observe(list);
    list.addEventListener('scroll', scrolled);
    return () => {
      resized.disconnect();
      list.removeEventListener('scroll', scrolled);
    };
  }, []);
  useLayoutEffect(() => {
    const list = box.current;
    if (list && last && atEnd.current) list.scrollTop = list.scrollHeight;
  }, [last]);
  useLayoutEffect(() => {
    if (!highlighted) return;
    atEnd.current = false;
    box.current?.querySelector(`[data-ts="${CSS.escape(highlighted)}"]`)?.scrollIntoView({ block: 'center' });
  }, [highlighted]);
  return box;
}

/** The messages of a channel or thread. */
export function MessageList({ lines, inThread = false }: { lines: Line[]; inThread?: boolean }) {
  const { snapshot, tz, highlighted } = usePage();
  const box = useEnd(lines.at(-1)?.ts, highlighted);
  const repliesTo = (ts: string): SeenMessage[] =>
    Object.values(snapshot.messages)
      .flat()
      .filter((message) => message.thread_ts === ts && message.ts !== ts);
  return (
    <div className="messages" ref={box} role="log" aria-label={inThread ? 'Thread' : 'Messages'}>
      {lines.map((line, index) => {
        const before = lines[index - 1];
        const newDay = !inThread && (!before || day(before.ts, tz) !== day(line.ts, tz));
        return (
          <div key={`${line.ts}${line.onlyYou ? '!' : ''}`}>
            {newDay ? <div className="day">{day(line.ts, tz)}</div> : null}
            <MessageRow
              message={line}
              continued={!newDay && continues(line, before)}
              replies={inThread ? [] : repliesTo(line.ts)}
              inThread={inThread}
            />
          </div>
        );
      })}
      {lines.length === 0 ? <p className="empty">Nothing here yet.</p> : null}
    </div>
  );
}
