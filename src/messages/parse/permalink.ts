/**
 * Links of Slack messages. Grammar:
 *
 *   permalink := team "/archives/" channel "/p" ts-without-its-dot [ "?thread_ts=" ts "&cid=" channel ]
 */

export interface MessageAddress {
  channel: string;
  ts: string;
  /** The thread it is a reply in; null at the top level. */
  threadTs: string | null;
}

const PATH = /^\/archives\/([CGD][A-Z0-9]+)\/p(\d{7,20})\/?$/;
const TS = /^\d{1,14}\.\d{6}$/;

/** Which message a link is of; null where it is no link of a Slack message. */
export function parsePermalink(url: string): MessageAddress | null {
  const plain = url
    .trim()
    .replace(/^<|(\|[^>]*)?>$/g, '')
    .replace(/&amp;/g, '&');
  if (!/^https?:\/\//i.test(plain) || !URL.canParse(plain)) return null;
  const { pathname, searchParams } = new URL(plain);
  const match = PATH.exec(pathname);
  if (!match) return null;
  const [, channel, digits] = match as unknown as [string, string, string];
  const ts = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  const thread = searchParams.get('thread_ts');
  return { channel, ts, threadTs: thread !== null && TS.test(thread) && thread !== ts ? thread : null };
}

/** The link of a message; `teamUrl` is what `auth.test` calls `url`. */
export function permalink(teamUrl: string, channel: string, ts: string, threadTs: string | null = null): string {
  const link = `${teamUrl.replace(/\/+$/, '')}/archives/${channel}/p${ts.replace('.', '')}`;
  return threadTs === null || threadTs === ts ? link : `${link}?thread_ts=${threadTs}&cid=${channel}`;
}
