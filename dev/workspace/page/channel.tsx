import { Composer } from './composer.js';
import { usePage } from './context.js';
import { Home } from './home.js';
import { linesOf, MessageList } from './list.js';
import type { Place } from './place.js';

/** A channel, or the direct message with an app and its Home tab. */
export function Channel({ place, onTab }: { place: Place & { channel: string }; onTab: (tab: Place['tab']) => void }) {
  const { snapshot } = usePage();
  const channel = snapshot.channels.find(({ id }) => id === place.channel);
  if (!channel) return <main className="empty">No channel.</main>;
  const app = snapshot.apps.find(({ appId }) => appId === channel.appId);
  const title = app?.name ?? `#${channel.name}`;
  const atHome = app !== undefined && place.tab === 'home';
  const tab = (name: 'messages' | 'home', label: string) => (
    <button type="button" role="tab" aria-selected={(name === 'home') === atHome} onClick={() => onTab(name)}>
      {label}
    </button>
  );
  return (
    <main className="channel" aria-label={title}>
      <header className="bar">
        <h2>{title}</h2>
        {app ? (
          <div className="tabs" role="tablist">
            {tab('messages', 'Messages')}
            {tab('home', 'Home')}
          </div>
        ) : null}
      </header>
      {atHome ? (
        <Home app={app} />
      ) : (
        <>
          <MessageList lines={linesOf(snapshot, channel.id)} />
          <Composer
            channel={channel.id}
            placeholder={channel.is_archived ? `${title} is archived` : `Message ${title}`}
            disabled={channel.is_archived}
          />
        </>
      )}
    </main>
  );
}
