import type { Snapshot } from './api.js';
import { Avatar } from './avatar.js';

interface SidebarProps {
  snapshot: Snapshot;
  channel: string;
  /** How many new messages, and how many of them ping the reader. */
  news: (channel: string) => { messages: number; pings: number };
  onChannel: (channel: string) => void;
  onActAs: (user: string) => void;
}

/** Channels, apps, and whom one acts as. */
export function Sidebar({ snapshot, channel, news, onChannel, onActAs }: SidebarProps) {
  const row = (id: string, label: React.ReactNode, name: string) => {
    const { messages, pings } = news(id);
    const classes = ['row', id === channel && 'current', messages > 0 && 'unread'].filter(Boolean).join(' ');
    return (
      <li key={id}>
        <button
          type="button"
          className={classes}
          data-testid="channel"
          data-channel={id}
          aria-current={id === channel ? 'page' : undefined}
          aria-label={pings > 0 ? `${name}, ${pings} mentions` : name}
          onClick={() => onChannel(id)}
        >
          {label}
          {pings > 0 ? <span className="pings-count">{pings}</span> : null}
        </button>
      </li>
    );
  };
  return (
    <nav className="sidebar" aria-label="Workspace">
      <h1>{snapshot.team.name}</h1>
      <label className="acting">
        Acting as
        <select
          data-testid="acting-as"
          aria-label="Acting as"
          value={snapshot.me}
          onChange={({ target }) => onActAs(target.value)}
        >
          {snapshot.people.map(({ id, real_name, guest, external }) => (
            <option key={id} value={id}>
              {real_name}
              {guest ? ' (guest)' : ''}
              {external ? ' (external)' : ''}
            </option>
          ))}
        </select>
      </label>
      <h2>Channels</h2>
      <ul>
        {snapshot.channels
          .filter(({ kind }) => kind !== 'im')
          .map(({ id, name, kind, is_archived }) =>
            row(
              id,
              <span className="row-name">
                <i>{kind === 'group' ? '🔒' : '#'}</i> {name}
                {is_archived ? ' (archived)' : ''}
              </span>,
              name,
            ),
          )}
      </ul>
      <h2>Apps</h2>
      <ul>
        {snapshot.apps.map(({ appId, name, dm, sockets }) =>
          row(
            dm,
            <span className="row-name">
              <Avatar name={name} app small /> {name}
              <span
                className={sockets > 0 ? 'dot on' : 'dot'}
                title={sockets > 0 ? `${sockets} sockets open` : 'not connected'}
                data-app={appId}
              />
            </span>,
            name,
          ),
        )}
      </ul>
    </nav>
  );
}
