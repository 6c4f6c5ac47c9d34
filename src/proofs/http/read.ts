/** Proof by an HTTP JSON value (O4): an item is proved when the value at a pointer is the one that was configured. */

import type { ProofSource } from '../../config/types.js';
import type { ProofRead, ReaderMemory, ReadOutcome } from '../types.js';
import { type FetchOptions, fetchJson } from './fetch-json.js';
import { type Pointed, pointTo } from './pointer.js';

export type HttpSource = Extract<ProofSource, { http: unknown }>['http'];

export interface HttpReadOptions extends Pick<FetchOptions, 'signal' | 'resolve'> {
  /** Milliseconds UTC. */
  now: number;
  /** Milliseconds; ten seconds unless given. */
  timeout?: number;
}

const TIMEOUT = 10_000;

/** What is kept between reads: whether the document with this ETag proved it. `for` ties it to the question asked. */
interface Kept {
  for: string;
  etag: string;
  proved: boolean;
  /** What was found, in words. */
  words: string;
}

/** Reads the proof of the item `subject`. Never throws: what could not be read is unknown (O2). */
export async function readHttpProof(
  source: HttpSource,
  subject: string,
  memory: ReaderMemory,
  options: HttpReadOptions,
): Promise<ReadOutcome> {
  const { now, timeout = TIMEOUT } = options;
  const url = addressOf(source.url, subject);
  if (url === null) {
    const reason = `the subject “${shown(subject)}” does not fit into the address that is asked`;
    return { result: unknown(reason), memory };
  }
  const asked = JSON.stringify([url.href, source.pointer, source.equals]);
  const kept = keptFor(memory, asked);
  const fetched = await fetchJson(url, { ...options, timeout, allow: source.allow, etag: kept?.etag ?? null });
  if (fetched.got === 'nothing') return { result: unknown(fetched.reason, fetched.retryAt), memory };
  if (fetched.got === 'unchanged') {
    if (!kept) return { result: unknown(`${url.host} says that nothing changed, to a first question`), memory: {} };
    return { result: verdict(kept, url, now), memory };
  }
  const found = judge(pointTo(fetched.document, source.pointer), source);
  const next: Kept | null = fetched.etag === null ? null : { for: asked, etag: fetched.etag, ...found };
  return { result: verdict(found, url, now), memory: next ? { ...next } : {} };
}

/** The address with the subject in it, as a part of a path or a value and never more; null where it does not fit. Pure. */
export function addressOf(template: string, subject: string): URL | null {
  const fill = (text: string) => template.replaceAll('{subject}', () => text);
  if (/\p{Surrogate}/u.test(subject)) return null;
  // `..` would climb out of the place that was configured, here or where the other side decodes `%2F`.
  const climbs = subject.split(/[/\\]/).some((part) => /^\s*\.{0,2}\s*$/.test(part));
  if (climbs && template.includes('{subject}')) return null;
  const [filled, sample] = [fill(encodeURIComponent(subject)), fill('x')];
  if (!URL.canParse(filled) || !URL.canParse(sample)) return null;
  const [url, like] = [new URL(filled), new URL(sample)];
  const parts = (each: URL) => each.pathname.split('/').length;
  return url.origin === like.origin && parts(url) === parts(like) ? url : null;
}

/** Whether the value is the one wanted, and what was found, in words. Pure. */
export function judge(pointed: Pointed, { pointer, equals }: HttpSource): { proved: boolean; words: string } {
  const place = pointer === '' ? 'the answer' : shown(pointer);
  if (!pointed.found) return { proved: false, words: `${place} is not in the answer` };
  const proved = pointed.value === equals;
  const words = `${place} is ${named(pointed.value)}`;
  return { proved, words: proved ? words : `${words}, not ${named(equals)}` };
}

function verdict({ proved, words }: { proved: boolean; words: string }, url: URL, now: number): ProofRead {
  const link = url.href;
  if (proved)
    return { read: 'proved', proof: { kind: 'http', text: `${words}, says ${url.host}`, link, by: null, at: now } };
  return { read: 'open', blocking: null, notDone: words, owedTo: [], link };
}

function keptFor(memory: ReaderMemory, asked: string): Kept | null {
  const { for: of, etag, proved, words } = memory;
  if (of !== asked || typeof etag !== 'string' || typeof proved !== 'boolean' || typeof words !== 'string') return null;
  return { for: of, etag, proved, words };
}

function named(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? `“${shown(value)}”` : String(value);
}

/** Somebody's text on one line, shortened; it is escaped when it is rendered. */
function shown(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}

const unknown = (reason: string, retryAt: number | null = null): ProofRead => ({ read: 'unknown', reason, retryAt });
