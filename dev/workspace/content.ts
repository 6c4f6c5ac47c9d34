import { checkBlocks } from './blocks/blocks.js';
import { type Block, isRecord, type Metadata, Refusal } from './types.js';

/** Longest `text`, in characters. Slack cuts there; refusing shows the bug instead of hiding it. */
export const MAX_TEXT = 40_000;
/** Longest serialised blocks of one message: Slack answers `msg_blocks_too_long` from about here (bolt-js#2509). */
export const MAX_BLOCKS_JSON = 13_200;
/** Largest serialised metadata, in bytes. */
export const MAX_METADATA_JSON = 8_000;

/** What a message is made of. */
export interface Content {
  text: string;
  blocks?: Block[];
  attachments?: Record<string, unknown>[];
  metadata?: Metadata;
}

export function checkText(text: string): void {
  if (text.length > MAX_TEXT) throw new Refusal('msg_too_long');
}

/** The blocks, checked; throws `invalid_blocks_format`, `invalid_blocks` with the reasons, or `msg_blocks_too_long`. */
export function messageBlocks(value: unknown): Block[] {
  if (!Array.isArray(value)) throw new Refusal('invalid_blocks_format');
  const messages = checkBlocks(value, 'message');
  if (messages.length > 0) {
    const errors = messages.map((each) => each.replace('[ERROR] ', ''));
    throw new Refusal('invalid_blocks', { errors, response_metadata: { messages } });
  }
  if (JSON.stringify(value).length > MAX_BLOCKS_JSON) throw new Refusal('msg_blocks_too_long');
  return value as Block[];
}

export function messageAttachments(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value) || !value.every(isRecord)) throw new Refusal('invalid_attachments');
  if (value.length > 100) throw new Refusal('too_many_attachments');
  return value;
}

/** The metadata, checked; throws `invalid_metadata_format`, `invalid_metadata_schema` or `metadata_too_large`. */
export function messageMetadata(value: unknown): Metadata {
  if (!isRecord(value)) throw new Refusal('invalid_metadata_format');
  const { event_type, event_payload, ...rest } = value;
  if (typeof event_type !== 'string' || event_type === '' || !isRecord(event_payload) || Object.keys(rest).length > 0)
    throw new Refusal('invalid_metadata_schema');
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_METADATA_JSON) throw new Refusal('metadata_too_large');
  return { event_type, event_payload };
}

/** Throws `no_text` when there is nothing to show. */
export function checkNotEmpty(content: Content): void {
  if (content.text.trim() !== '' || content.blocks?.length || content.attachments?.length) return;
  throw new Refusal('no_text');
}
