import { useCallback, useEffect, useMemo, useState } from 'react';
import { type SeenMessage, type Snapshot, useSnapshot } from './api.js';
import { Channel } from './channel.js';
import { type Page, PageContext } from './context.js';
import { Modal } from './modal.js';
import { useNews } from './news.js';
import { type Place, pathOf, placeIn } from './place.js';
import { Sidebar } from './sidebar.js';
import { Thread } from './thread.js';

const REMEMBERED = 'owed-acting-as';

function firstPlace(snapshot: Snapshot, { channel, ...rest }: Place): Place & { channel: string } {
  const known = snapshot.channels.find(({ id }) => id === channel) ?? snapshot.channels[0];
  return known?.id === channel ? { channel: known?.id ?? '', ...rest } : { channel: known?.id ?? '' };
}

/** Why something was refused, in words. */
function Notice({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="trouble" role="alert" data-testid="trouble">
      {text}
      <button type="button" className="plain-button" aria-label="Dismiss" onClick={onDismiss}>
        ✕
      </button>
    </div>
  );
}

export function App() {
  const [me, setMe] = useState(localStorage.getItem(REMEMBERED) ?? 'U01GERA');
  const { snapshot, error } = useSnapshot(me);
  const [wanted, setWanted] = useState<Place>(placeIn(location.href, location.href) ?? {});
  const [trouble, setTrouble] = useState<string>();
  const [editing, setEditing] = useState<SeenMessage>();

  useEffect(() => {
    const back = () => setWanted(placeIn(location.href, location.href) ?? {});
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);

  const go = useCallback((place: Place) => {
    setWanted(place);
    setTrouble(undefined);
    history.pushState(null, '', pathOf(place));
  }, []);
  const here = snapshot ? firstPlace(snapshot, wanted) : undefined;
  const news = useNews(snapshot, here?.channel);
  const page = useMemo<Page | undefined>(() => {
    if (!snapshot) return undefined;
    return {
      snapshot,
      tz: snapshot.people.find(({ id }) => id === snapshot.me)?.tz ?? 'UTC',
      attempt: async (run) => {
        try {
          setTrouble(undefined);
          await run();
        } catch (failure) {
          setTrouble(failure instanceof Error ? failure.message : String(failure));
        }
      },
      openThread: (channel, thread) => go({ channel, thread }),
      follow: (href) => {
        const place = placeIn(href, location.href);
        if (place) go(place);
        return place !== undefined;
      },
      highlighted: wanted.message,
      editing,
      setEditing,
    };
  }, [snapshot, wanted.message, editing, go]);

  if (!snapshot || !page || !here) return <p className="empty">{error ?? 'Connecting…'}</p>;
  const told = trouble ?? (error ? `Out of date: ${error}` : undefined);
  const notice = told ? <Notice text={told} onDismiss={() => setTrouble(undefined)} /> : null;
  return (
    <PageContext value={page}>
      <div className={here.thread ? 'layout with-thread' : 'layout'}>
        <Sidebar
          snapshot={snapshot}
          channel={here.channel}
          news={news}
          onChannel={(channel) => go({ channel })}
          onActAs={(user) => {
            localStorage.setItem(REMEMBERED, user);
            setMe(user);
          }}
        />
        <Channel key={`${me}/${here.channel}`} place={here} onTab={(tab) => go({ ...here, thread: undefined, tab })} />
        {here.thread ? (
          <Thread
            key={`${me}/${here.thread}`}
            channel={here.channel}
            thread={here.thread}
            onClose={() => go({ channel: here.channel })}
          />
        ) : null}
      </div>
      {snapshot.modal ? (
        <Modal key={snapshot.modal.id} view={snapshot.modal}>
          {notice}
        </Modal>
      ) : (
        notice
      )}
    </PageContext>
  );
}
