/**
 * The three facts of a decision, kept apart (D1), and the one function that derives them. Words are recognised, never
 * their absence (D2): a word without a written meaning reads `unknown`, which is neither pending, nor applied, nor passed,
 * nor drivable. Pure.
 */

export const DECISION_WORDS = ['pending', 'decided', 'superseded'] as const;
export const APPLICATION_WORDS = ['queued', 'executing', 'blocked', 'applied'] as const;
export const VERIFICATION_WORDS = ['pending', 'passed', 'failed'] as const;

export type DecisionWord = (typeof DECISION_WORDS)[number];
export type ApplicationWord = (typeof APPLICATION_WORDS)[number];
export type VerificationWord = (typeof VERIFICATION_WORDS)[number];

/** No word was recorded: an open question has no application. */
export const ABSENT = '-';

/** `done` stays a spelling of applied forever (D2): records that carry it are not re-spelled. */
const SPELLINGS: Readonly<Record<string, ApplicationWord>> = { done: 'applied' };

const known = <W extends string>(words: readonly W[], word: string): W | 'unknown' =>
  words.find((each) => each === word) ?? 'unknown';

const isAbsent = (word: string): boolean => word === ABSENT || word === '';

/** What a writer recorded, in its own words: ours, an older one's, a newer one's. */
export interface RecordedWords {
  decision: string;
  application: string;
  verification: string;
  needs: string | null;
  why: string | null;
  holder: string | null;
  revision: string | null;
  evidence: string | null;
}

export interface DecisionFacts {
  decision: DecisionWord | 'unknown';
  /** Null where there is nothing to apply yet. */
  application: ApplicationWord | 'unknown' | null;
  /** Null where there is nothing to verify yet. */
  verification: VerificationWord | 'unknown' | null;
  /** Capability and reason of a blocked row (D4); who executes it. */
  needs: string | null;
  why: string | null;
  holder: string | null;
  revision: string | null;
  evidence: string | null;
  /** What a reader is told of the verification, in words. */
  verified: string | null;
  /** Whether it is decided work that is not applied yet: it counts in the backlog, whoever is alive (D6). */
  counted: boolean;
  /** Whether a sweep drives it: queued, and nothing else (D4, D9). */
  driven: boolean;
  /** Why a counted row is not driven, for the skip list; null where it is driven or not counted. */
  skipped: string | null;
}

export const NO_REVISION = 'verified against no named revision';
/** What a blocked row from elsewhere needs, where nobody named it. */
export const UNNAMED = 'unnamed';

/** Derives the three facts. The only reader of the words: shown, counted and driven are decided here and nowhere else. */
export function decisionFacts(row: RecordedWords): DecisionFacts {
  const decision = known(DECISION_WORDS, row.decision);
  const application = applicationOf(decision, row);
  const verification = verificationOf(application, row);
  const blocked = application === 'blocked';
  const counted = decision === 'decided' && application !== 'applied';
  const driven = counted && application === 'queued';
  const passed = verification === 'passed' || verification === 'failed';
  return {
    decision,
    application,
    verification,
    needs: blocked ? (row.needs ?? UNNAMED) : null,
    why: blocked ? row.why : null,
    holder: application === 'executing' ? row.holder : null,
    revision: passed ? row.revision : null,
    evidence: passed ? row.evidence : null,
    verified: verifiedWords(application, verification, row),
    counted,
    driven,
    skipped: counted && !driven ? skippedBecause(application, row) : null,
  };
}

/** A failed verification reopens an applied row (D7); a decided row without a record of its application is queued. */
function applicationOf(decision: DecisionFacts['decision'], row: RecordedWords): DecisionFacts['application'] {
  if (isAbsent(row.application)) return decision === 'decided' ? 'queued' : null;
  if (decision === 'pending') return null;
  const word = known(APPLICATION_WORDS, SPELLINGS[row.application] ?? row.application);
  return word === 'applied' && row.verification === 'failed' ? 'queued' : word;
}

/** What is not applied is not verified, whatever was written; a failure stays visible, since it is why a row is open again. */
function verificationOf(application: DecisionFacts['application'], row: RecordedWords): DecisionFacts['verification'] {
  if (application === null) return null;
  if (isAbsent(row.verification)) return 'pending';
  const word = known(VERIFICATION_WORDS, row.verification);
  if (word !== 'passed') return word;
  return application === 'applied' && row.revision ? 'passed' : 'pending';
}

function verifiedWords(
  application: DecisionFacts['application'],
  verification: DecisionFacts['verification'],
  row: RecordedWords,
): string | null {
  switch (verification) {
    case null:
      return null;
    case 'passed':
      return `passed against ${row.revision}: ${row.evidence ?? 'no evidence was recorded'}`;
    case 'failed':
      return `failed against ${row.revision ?? 'no named revision'}: ${row.evidence ?? 'no evidence was recorded'}`;
    case 'unknown':
      return `unknown: nobody wrote down what "${row.verification}" means`;
    case 'pending':
      // A weaker claim than passed, and never shown as it (D7).
      return application === 'applied' ? NO_REVISION : 'pending';
    default:
      return verification satisfies never;
  }
}

function skippedBecause(application: DecisionFacts['application'], row: RecordedWords): string {
  switch (application) {
    case 'executing':
      return `executing by ${row.holder ?? 'somebody who was not named'}`;
    case 'blocked':
      return `blocked: needs ${row.needs ?? UNNAMED}${row.why ? `: ${row.why}` : ''}`;
    default:
      return `unknown: nobody wrote down what "${row.application}" means`;
  }
}

/** Where a stream of decisions stands, as its state machine names it: the three facts as they read. */
export const standing = (facts: Pick<DecisionFacts, 'decision' | 'application' | 'verification'>): string =>
  [facts.decision, facts.application ?? ABSENT, facts.verification ?? ABSENT].join('/');
