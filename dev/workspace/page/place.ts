/** Where the reader is: a channel, perhaps a thread in it, perhaps one message to look at. */
export interface Place {
  channel?: string;
  thread?: string;
  message?: string;
  tab?: 'messages' | 'home';
}

function dotted(digits: string): string {
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** The place that a permalink names; undefined for another address. */
export function placeIn(href: string, here: string): Place | undefined {
  let url: URL;
  try {
    url = new URL(href, here);
  } catch {
    return undefined;
  }
  if (url.port !== new URL(here).port || !/(^|\.)localhost$|^127\.0\.0\.1$/.test(url.hostname)) return undefined;
  const [, channel, digits] = /^\/archives\/([A-Z0-9]+)(?:\/p(\d{7,}))?$/.exec(url.pathname) ?? [];
  if (!channel) return undefined;
  const message = digits ? dotted(digits) : undefined;
  const thread = url.searchParams.get('thread_ts') ?? undefined;
  return { channel, message, thread };
}

/** The address of a place, to keep in the browser's history. */
export function pathOf({ channel, thread }: Place): string {
  if (!channel) return '/';
  return thread ? `/archives/${channel}/p${thread.replace('.', '')}?thread_ts=${thread}` : `/archives/${channel}`;
}
