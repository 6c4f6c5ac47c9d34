import { useRef, useState } from 'react';
import { act } from './api.js';
import { usePage } from './context.js';
import { withTokens } from './text.js';

interface ComposerProps {
  channel: string;
  thread?: string;
  placeholder: string;
  disabled?: boolean;
}

interface Suggestion {
  insert: string;
  label: string;
}

/** Writes messages and runs slash commands. Enter sends, Shift+Enter begins a line. */
export function Composer({ channel, thread, placeholder, disabled = false }: ComposerProps) {
  const { snapshot, attempt } = usePage();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  const send = () =>
    attempt(async () => {
      const typed = text.trim();
      if (typed === '') return;
      if (typed.startsWith('/')) {
        if (thread) throw new Error('Slash commands do not work in threads.');
        const [command = '', ...rest] = typed.split(' ');
        setText('');
        await act(snapshot.me, 'slash', channel, command, rest.join(' '));
        return;
      }
      await act(snapshot.me, 'post', channel, withTokens(snapshot, typed), thread ? { thread_ts: thread } : {});
      setText('');
    });

  const accept = ({ insert }: Suggestion) => {
    setText(text.replace(/\S*$/, `${insert} `));
    field.current?.focus();
  };
  const suggestions = suggest(snapshot, text, thread !== undefined);
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {suggestions.length > 0 ? (
        <div className="suggestions" role="listbox" aria-label="Suggestions">
          {suggestions.map((each) => (
            <button key={each.insert} type="button" role="option" aria-selected="false" onClick={() => accept(each)}>
              {each.label}
            </button>
          ))}
        </div>
      ) : null}
      <textarea
        ref={field}
        data-testid={thread ? 'thread-composer' : 'composer'}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        disabled={disabled}
        rows={Math.min(8, Math.max(1, text.split('\n').length))}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Tab' && suggestions[0]) {
            event.preventDefault();
            accept(suggestions[0]);
          } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void send();
          }
        }}
      />
      <button type="submit" className="send" aria-label="Send" disabled={disabled || text.trim() === ''}>
        ➤
      </button>
    </form>
  );
}

function suggest(snapshot: ReturnType<typeof usePage>['snapshot'], text: string, inThread: boolean): Suggestion[] {
  const word = /\S*$/.exec(text)?.[0] ?? '';
  if (!inThread && word === text && text.startsWith('/')) {
    const commands = snapshot.apps.flatMap((app) =>
      app.commands.map((insert) => ({ insert, label: `${insert} · ${app.name}` })),
    );
    return commands.filter(({ insert }) => insert.startsWith(text) && insert !== text);
  }
  if (!word.startsWith('@') && !word.startsWith('#')) return [];
  const names = [
    ...snapshot.people.map(({ name, real_name }) => ({ insert: `@${name}`, label: `@${name} · ${real_name}` })),
    ...snapshot.apps.map(({ name }) => ({ insert: `@${name.toLowerCase()}`, label: `@${name.toLowerCase()} · app` })),
    ...snapshot.channels
      .filter(({ kind }) => kind !== 'im')
      .map(({ name }) => ({ insert: `#${name}`, label: `#${name}` })),
  ];
  return names.filter(({ insert }) => insert.startsWith(word.toLowerCase()) && insert !== word).slice(0, 6);
}
