/** Slack's mrkdwn, read into a tree. Everything that is not markup stays text. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; inner: Inline[] }
  | { kind: 'emoji'; name: string }
  | { kind: 'user' | 'channel'; id: string; label?: string }
  | { kind: 'broadcast'; range: string }
  | { kind: 'date'; unix: number; format: string; link?: string; fallback: string }
  | { kind: 'link'; href: string; label?: string };

export type Part = { kind: 'paragraph' | 'quote'; inner: Inline[] } | { kind: 'pre'; text: string };

/** Slack's three entities, as the characters they stand for. */
export function readEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: '<', gt: '>' })[name] ?? '&');
}

const INLINE = new RegExp(
  [
    '`(?<code>[^`\\n]+)`',
    '<(?<token>[^<>\\s][^<>]*)>',
    '(?<![\\w*])\\*(?<bold>[^\\s*](?:[^*\\n]*[^\\s*])?)\\*(?![\\w*])',
    '(?<![\\w_])_(?<italic>[^\\s_](?:[^_\\n]*[^\\s_])?)_(?![\\w_])',
    '(?<![\\w~])~(?<strike>[^\\s~](?:[^~\\n]*[^\\s~])?)~(?![\\w~])',
    '(?<!\\w):(?<emoji>[a-z0-9_+-]+):(?!\\w)',
  ].join('|'),
  'g',
);

function token(inside: string): Inline {
  const [target = '', ...labels] = inside.split('|');
  const label = labels.length > 0 ? readEntities(labels.join('|')) : undefined;
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1), label };
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1), label };
  const [, unix, format = '', link] = /^!date\^(\d+)\^([^^]*)(?:\^(.*))?$/.exec(target) ?? [];
  if (unix) return { kind: 'date', unix: Number(unix), format, link, fallback: label ?? '' };
  if (/^!(here|channel|everyone)$/.test(target)) return { kind: 'broadcast', range: target.slice(1) };
  if (target.startsWith('!')) return { kind: 'text', text: label ?? target };
  return { kind: 'link', href: readEntities(target), label };
}

/** The inline markup of a line or several. */
export function readInline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const keep = (until: number) => {
    if (until > at) found.push({ kind: 'text', text: readEntities(text.slice(at, until)) });
  };
  for (const match of text.matchAll(INLINE)) {
    const { code, token: inside, bold, italic, strike, emoji } = match.groups ?? {};
    keep(match.index);
    at = match.index + match[0].length;
    if (code !== undefined) found.push({ kind: 'code', text: readEntities(code) });
    else if (inside !== undefined) found.push(token(inside));
    else if (bold !== undefined) found.push({ kind: 'bold', inner: readInline(bold) });
    else if (italic !== undefined) found.push({ kind: 'italic', inner: readInline(italic) });
    else if (strike !== undefined) found.push({ kind: 'strike', inner: readInline(strike) });
    else if (emoji !== undefined) found.push({ kind: 'emoji', name: emoji });
  }
  keep(text.length);
  return found;
}

/** Code in fences, quotes and paragraphs, in order. */
export function readMrkdwn(text: string): Part[] {
  const parts: Part[] = [];
  text.split(/```([\s\S]*?)```/).forEach((piece, index) => {
    if (index % 2 === 1) {
      parts.push({ kind: 'pre', text: readEntities(piece.replace(/^\n|\n$/g, '')) });
      return;
    }
    const lines = piece
      .replace(index > 0 ? /^\n/ : /^(?!)/, '')
      .replace(/\n$/, '')
      .split('\n');
    let open: { kind: 'paragraph' | 'quote'; lines: string[] } | undefined;
    const close = () => {
      if (open && open.lines.join('') !== '') parts.push({ kind: open.kind, inner: readInline(open.lines.join('\n')) });
      open = undefined;
    };
    for (const line of lines) {
      const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
      const kind = quoted ? 'quote' : 'paragraph';
      if (open?.kind !== kind) close();
      open ??= { kind, lines: [] };
      open.lines.push(quoted ? (quoted[1] ?? '') : line);
    }
    close();
  });
  return parts;
}
