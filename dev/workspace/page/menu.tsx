import { useEffect, useRef, useState } from 'react';
import { act } from './api.js';
import { usePage } from './context.js';
import { Emoji } from './emoji.js';
import type { Line } from './message.js';

interface MenuProps {
  message: Line;
  metadata: boolean;
  onMetadata: () => void;
  inThread: boolean;
}

/** Room that the menu wants below its button, in px. */
const ROOM = 320;

const QUICK = ['eyes', 'white_check_mark', '+1'];

/** What can be done with a message: reactions, the thread, the apps' shortcuts, its metadata. */
export function Menu({ message, metadata, onMetadata, inThread }: MenuProps) {
  const { snapshot, attempt, openThread, setEditing } = usePage();
  const [open, setOpen] = useState(false);
  const [up, setUp] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { me } = snapshot;
  const { channel, ts } = message;
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const outside = event instanceof MouseEvent && !place.current?.contains(event.target as Node);
      if (outside || (event instanceof KeyboardEvent && event.key === 'Escape')) setOpen(false);
    };
    document.addEventListener('mousedown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('mousedown', close);
      document.removeEventListener('keydown', close);
    };
  }, [open]);

  const shortcut = (callbackId: string, appId: string) =>
    attempt(async () => {
      const done = await act(me, 'openShortcut', callbackId, channel, ts, appId);
      if (!done.ok) throw new Error(`The app did not answer (${done.error}).`);
    });
  const items: [string, () => unknown][] = [
    ...(inThread
      ? []
      : [['Reply in thread', () => openThread(channel, message.thread_ts ?? ts)] as [string, () => void]]),
    ...snapshot.apps.flatMap((app) =>
      app.shortcuts.map((each): [string, () => unknown] => [
        `${each.name} (${app.name})`,
        () => shortcut(each.callback_id, app.appId),
      ]),
    ),
    ['Copy link', () => attempt(() => navigator.clipboard.writeText(message.permalink))],
    [metadata ? 'Hide metadata' : 'Show metadata', onMetadata],
    ...(message.user === me
      ? ([
          ['Edit message', () => setEditing(message)],
          ['Delete message', () => attempt(() => act(me, 'delete', channel, ts))],
        ] as [string, () => unknown][])
      : []),
  ];
  return (
    <div className={open ? 'tools open' : 'tools'} ref={place}>
      {QUICK.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={`React with :${name}:`}
          onClick={() => attempt(() => act(me, 'react', channel, ts, name))}
        >
          <Emoji name={name} />
        </button>
      ))}
      {inThread ? null : (
        <button type="button" aria-label="Reply in thread" onClick={() => openThread(channel, message.thread_ts ?? ts)}>
          <svg className="emoji" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 3h12v8H7l-3.5 3v-3H2z" fill="none" stroke="#555" strokeWidth="1.3" strokeLinejoin="round" />
          </svg>
        </button>
      )}
      <button
        type="button"
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={({ currentTarget }) => {
          setUp(innerHeight - currentTarget.getBoundingClientRect().bottom < ROOM);
          setOpen(!open);
        }}
      >
        ⋯
      </button>
      {open ? (
        <div className={up ? 'menu up' : 'menu'} role="menu">
          {items.map(([label, run]) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              onClick={() => {
                setOpen(false);
                run();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
