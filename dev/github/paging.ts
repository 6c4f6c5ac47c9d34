import { type Answer, Refusal } from './types.js';

export interface Asked {
  /** Where the answer's Link header points: the address without a query. */
  url: string;
  query: Record<string, string>;
}

/** `per_page` (30 unless given, 100 at most) and `page`, as GitHub reads them. */
function asked(query: Record<string, string>): { size: number; page: number } {
  const number = (name: string, otherwise: number) => {
    const given = query[name];
    if (given === undefined) return otherwise;
    if (!/^\d+$/.test(given)) throw new Refusal(422, `Invalid request. "${given}" is not a number.`);
    return Math.max(1, Number(given));
  };
  return { size: Math.min(100, number('per_page', 30)), page: number('page', 1) };
}

/** One page of a list, with a Link header where there are more. */
export function page<T>(all: T[], { url, query }: Asked, body: (rows: T[]) => unknown): Answer {
  const { size, page } = asked(query);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (to: number, rel: string) =>
    `<${url}?${new URLSearchParams({ ...query, page: String(to) })}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ];
  return {
    status: 200,
    body: body(all.slice((page - 1) * size, page * size)),
    ...(links.length > 0 && { headers: { link: links.join(', ') } }),
  };
}
