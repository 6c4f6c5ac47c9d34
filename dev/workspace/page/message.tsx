import { useState } from 'react';
import { act, type SeenMessage } from './api.js';
import { Avatar } from './avatar.js';
import { Blocks } from './blocks.js';
import { usePage } from './context.js';
import { Emoji } from './emoji.js';
import { Menu } from './menu.js';
import { clock, editable, nameOf, withTokens } from './text.js';
import { Mrkdwn } from './text-view.js';

/** A message that only the reader sees, in the shape of others. */
export type Line = SeenMessage & { onlyYou?: boolean };

function Reactions({ message }: { message: Line }) {
  const { snapshot, attempt } = usePage();
  return (
    <div className="reactions">
      {message.reactions.map(({ name, users }) => {
        const mine = users.includes(snapshot.me);
        const names = users.map((user) => nameOf(snapshot, user)).join(', ');
        return (
          <button
            key={name}
            type="button"
            className={mine ? 'reaction mine' : 'reaction'}
            title={`${names} reacted with :${name}:`}
            onClick={() =>
              attempt(() => act(snapshot.me, mine ? 'unreact' : 'react', message.channel, message.ts, name))
            }
          >
            <Emoji name={name} /> {users.length}
          </button>
        );
      })}
    </div>
  );
}

function Editor({ message }: { message: Line }) {
  const { snapshot, attempt, setEditing } = usePage();
  const [text, setText] = useState(editable(message.text));
  const save = () =>
    attempt(async () => {
      await act(snapshot.me, 'edit', message.channel, message.ts, withTokens(snapshot, text));
      setEditing(undefined);
    });
  return (
    <div className="editor">
      <textarea aria-label="Edit message" value={text} rows={3} onChange={({ target }) => setText(target.value)} />
      <button type="button" className="kit-button primary" onClick={save}>
        Save
      </button>
      <button type="button" className="kit-button" onClick={() => setEditing(undefined)}>
        Cancel
      </button>
    </div>
  );
}

function Body({ message }: { message: Line }) {
  const { snapshot, attempt, editing } = usePage();
  if (editing?.ts === message.ts) return <Editor message={message} />;
  const press = (actionId: string, value?: Parameters<typeof act<'press'>>[5]) =>
    attempt(async () => {
      const done = await act(snapshot.me, 'press', message.channel, message.ts, actionId, value);
      if (!done.ok) throw new Error(`The app did not answer (${done.error}).`);
    });
  const fromApp = message.app_id !== undefined;
  const [blocks, attachments] = [message.blocks ?? [], message.attachments ?? []];
  return (
    <div className="body">
      {fromApp && blocks.length > 0 ? <Blocks blocks={blocks} onAct={press} /> : <Mrkdwn text={message.text} />}
      {attachments.map((attachment) => (
        <blockquote key={JSON.stringify(attachment)} className="attachment">
          <Mrkdwn text={[attachment.title, attachment.text ?? attachment.fallback].filter(Boolean).join('\n')} />
        </blockquote>
      ))}
    </div>
  );
}

interface MessageProps {
  message: Line;
  /** Follows a message of the same author closely: no name and picture. */
  continued?: boolean;
  replies?: SeenMessage[];
  inThread?: boolean;
}

export function MessageRow({ message, continued = false, replies = [], inThread = false }: MessageProps) {
  const { snapshot, tz, openThread, highlighted } = usePage();
  const [metadata, setMetadata] = useState(false);
  const name = nameOf(snapshot, message.user);
  const person = snapshot.people.find(({ id }) => id === message.user);
  const pingsMe = message.mentions.some(
    (each) => each === snapshot.me || ['channel', 'here', 'everyone'].includes(each),
  );
  const classes = [
    'message',
    message.onlyYou && 'only-you',
    pingsMe && 'pings',
    highlighted === message.ts && 'highlighted',
  ];
  const last = replies.at(-1);
  return (
    <article
      className={classes.filter(Boolean).join(' ')}
      data-testid="message"
      data-ts={message.ts}
      data-ephemeral={message.onlyYou ? 'true' : undefined}
      aria-label={`Message from ${name}`}
    >
      {continued ? (
        <span className="gutter">{clock(message.ts, tz)}</span>
      ) : (
        <Avatar name={name} app={!!message.app_id} />
      )}
      <div className="content">
        {message.onlyYou ? <p className="note">Only visible to you</p> : null}
        {continued ? null : (
          <header>
            <b>{name}</b>
            {message.app_id ? <span className="badge">APP</span> : null}
            {person?.guest ? <span className="badge">GUEST</span> : null}
            {person?.external ? <span className="badge">EXTERNAL</span> : null}
            <time>{clock(message.ts, tz)}</time>
          </header>
        )}
        <Body message={message} />
        {message.edited ? <span className="edited">(edited)</span> : null}
        <Reactions message={message} />
        {metadata ? (
          <pre className="metadata" data-testid="metadata">
            {JSON.stringify(message.metadata ?? null, null, 2)}
          </pre>
        ) : null}
        {last && !inThread ? (
          <button type="button" className="replies" onClick={() => openThread(message.channel, message.ts)}>
            {replies.length} {replies.length === 1 ? 'reply' : 'replies'}
            <small>last at {clock(last.ts, tz)}</small>
          </button>
        ) : null}
      </div>
      {message.onlyYou ? null : (
        <Menu message={message} metadata={metadata} onMetadata={() => setMetadata(!metadata)} inThread={inThread} />
      )}
    </article>
  );
}
