import { usePage } from './context.js';
import { Emoji } from './emoji.js';
import { type Inline, readMrkdwn } from './mrkdwn.js';
import { formatDate, nameOf } from './text.js';

function Link({ href, children }: { href: string; children: React.ReactNode }) {
  const { follow } = usePage();
  // Anything else, such as javascript:, is shown and leads nowhere.
  if (!/^(https?:|mailto:)/.test(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        if (follow(href)) event.preventDefault();
      }}
    >
      {children}
    </a>
  );
}

function One({ item }: { item: Inline }) {
  const { snapshot, tz } = usePage();
  switch (item.kind) {
    case 'text':
      return item.text;
    case 'code':
      return <code>{item.text}</code>;
    case 'bold':
      return (
        <b>
          <Inlines items={item.inner} />
        </b>
      );
    case 'italic':
      return (
        <i>
          <Inlines items={item.inner} />
        </i>
      );
    case 'strike':
      return (
        <s>
          <Inlines items={item.inner} />
        </s>
      );
    case 'emoji':
      return <Emoji name={item.name} />;
    case 'user':
      return (
        <span className={item.id === snapshot.me ? 'mention mention-me' : 'mention'} data-user={item.id}>
          @{nameOf(snapshot, item.id)}
        </span>
      );
    case 'channel':
      return (
        <span className="mention">
          #{snapshot.channels.find(({ id }) => id === item.id)?.name ?? item.label ?? item.id}
        </span>
      );
    case 'broadcast':
      return <span className="mention mention-all">@{item.range}</span>;
    case 'date': {
      const iso = new Date(item.unix * 1000).toISOString();
      const shown = <time dateTime={iso}>{formatDate(item.unix, item.format, tz, Date.now()) ?? item.fallback}</time>;
      return item.link ? <Link href={item.link}>{shown}</Link> : shown;
    }
    case 'link':
      return <Link href={item.href}>{item.label ?? item.href}</Link>;
    default:
      throw new Error(`no such markup: ${item satisfies never}`);
  }
}

function Inlines({ items }: { items: Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: read anew from the text each time, an item is its place in it
  return items.map((item, index) => <One key={`${index} ${item.kind}`} item={item} />);
}

/** Mrkdwn as Slack shows it. Markup makes elements, everything else is text. */
export function Mrkdwn({ text }: { text: string }) {
  return (
    <div className="mrkdwn">
      {readMrkdwn(text).map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === 'pre') return <pre key={key}>{part.text}</pre>;
        if (part.kind === 'quote') {
          return (
            <blockquote key={key}>
              <Inlines items={part.inner} />
            </blockquote>
          );
        }
        return (
          <p key={key}>
            <Inlines items={part.inner} />
          </p>
        );
      })}
    </div>
  );
}

/** Plain text: emoji, and nothing else. */
export function Plain({ text }: { text: string }) {
  return text.split(/(:[a-z0-9_+-]+:)/).map((piece, index) => {
    const key = `${index} ${piece}`;
    return /^:.+:$/.test(piece) ? <Emoji key={key} name={piece.slice(1, -1)} /> : piece;
  });
}

/** A text object of either type. */
export function Text({ value }: { value: unknown }) {
  const { type, text } = value as { type: string; text: string };
  return type === 'mrkdwn' ? <Mrkdwn text={text} /> : <Plain text={text} />;
}
