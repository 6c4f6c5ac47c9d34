/**
 * One documented constant for each part of the bridge grammar (spec §4, docs/grammar.md). Whatever a reader of Slack
 * text has to recognise is named here once; the parsers put these together and know no character of their own.
 */

/** Emphasis and inline code: `*bold*`, `_italic_`, `~strike~`, and backticks. */
export const MARKS = '*_~`';

/** Characters that show nothing: zero-width spaces, joiners' relatives, soft hyphens, direction marks. */
export const INVISIBLE = /[\u200b\u2060\ufeff\u00ad\u180e\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Joiners mean something inside a word or an emoji; at its edge, or beside ASCII, they are dirt. */
export const STRAY_JOINER = /(?<=^|[\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?=$|[\x00-\x7f])/gm;

/** Every space that is not a plain one; the separators of lines and paragraphs are spaces too. */
export const ODD_SPACE = /[\t\v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

/** A bullet or a number before a line: `- `, `• `, `* `, `1. `, `2) `. */
export const BULLET = /^(?:[-–—•◦▪▫‣·*+]|\d{1,2}[.)])\s+/;

/** An empty box, as typed, as a character, or as the short name Slack makes of it. */
export const BOX_OPEN = /^(?:\[ {0,2}\]|[☐□⬜]\ufe0f?|:white_(?:large|medium|small)_square:)\s*/u;

/** A ticked box. */
export const BOX_DONE =
  /^(?:\[ ?[xX✓✔✅] ?\]|[☑☒✅✔✓]\ufe0f?|:(?:ballot_box_with_check|white_check_mark|heavy_check_mark):)\s*/u;

/** A quoted line (H2). Slack delivers `>` as `&gt;`. */
export const QUOTE = /^\s*(?:>|&gt;)/;

/** Three of them quote everything that follows. */
export const QUOTE_TO_THE_END = /^\s*(?:>|&gt;){3}/;

/** Straight, smart and foreign quotes. */
export const QUOTES = '"“”„‟«»‘’‚‛\'`';

/** The word that begins a handoff; `to` follows it. */
export const HANDOFF_WORD = /^([*_~`]*)(handoff)(?![\p{L}\p{N}])([*_~`]*)\s*[:–—-]?\s*/iu;

/** `to` after HANDOFF, with or without a colon and marks. */
export const TO_WORD = /^[*_~`]*to(?![\p{L}\p{N}])[*_~`]*\s*[:：]?[*_~`]*\s*/iu;

/** The words that begin a bridge claim. */
export const CLAIM_WORDS = /^([*_~`]*)(bridge)[*_~`\s-]+(claim)(?![\p{L}\p{N}])([*_~`]*)\s*[:：]?\s*/iu;

/** What a claim's key looks like, for a `bridge claim` that is not in capitals: a slash with something on each side. */
export const KEY_SHAPE = /^[*_~`]*(?:["“”„«‘'][^"“”»’'/]{0,120}\/|[^\s/]{1,120}\/)\s*\S/u;

/** A field's label and its colon: marks, the label, marks, a colon, the rest. */
export const LABEL = /^([*_~`]*)(\p{L}[\p{L} _-]{0,20}?)\s?([*_~`]*)\s*[:：](.*)$/u;

/** The acts of a bridge claim, as written in the grammar. */
export const ACTS = ['accepted', 'working', 'done', 'released', 'handed back', 'marked'] as const;

/** The first word after a claim's key; `handed back` is one word in any spelling. */
export const ACT_WORD = /^(handed[\s_-]*back|\p{L}[\p{L}-]*)[*_~`]*[.,;:!]*(?=[\s(<]|$)/iu;

/** What people write for an act that the grammar does not have. */
export const ACTS_MEANT: Record<string, (typeof ACTS)[number]> = {
  claimed: 'accepted',
  taken: 'accepted',
  taking: 'accepted',
  started: 'working',
  doing: 'working',
  finished: 'done',
  completed: 'done',
  complete: 'done',
  closed: 'done',
  fixed: 'done',
  returned: 'handed back',
  rejected: 'handed back',
  declined: 'handed back',
  handed: 'handed back',
  'hand-back': 'handed back',
  handback: 'handed back',
  ticked: 'marked',
};

/** Begins the time up to which somebody holds an item. */
export const UNTIL_WORD = /^(?:until|untill|till|til)(?![\p{L}\p{N}])[*_~`]*\s*:?\s*/iu;

/** Begins the note of an acceptance. */
export const NOTE_WORD = /^[*_~`]*note(?![\p{L}\p{N}])[*_~`]*\s*:?[*_~`]*\s*/iu;

/** Begins the reason of a release or a hand-back. */
export const WHY_WORD = /(?:^|[\s,;(])[*_~`]*(?:why[*_~`]*\s*[:：]|why(?=\s)|because(?=\s))[*_~`]*\s*/iu;

/** What a mention of a user looks like; inside code Slack leaves it escaped. */
export const MENTION = /(?:<|&lt;)@([UW][A-Z0-9]+)(?:\|[^<>]{0,120}?)?(?:>|&gt;)/;

/** Words that fill a field and say nothing; so does text without a letter or a digit. */
export const SAYS_NOTHING = new Set(['n/a', 'na', 'none', 'nil', 'null', 'tbd', 'tba', 'todo', 'no reason', 'idk']);
