import { describe, expect, it } from 'vitest';
import { decisionEdges } from '../../src/ledger/decisions/edges.js';
import {
  ABSENT,
  APPLICATION_WORDS,
  DECISION_WORDS,
  decisionFacts,
  NO_REVISION,
  type RecordedWords,
  standing,
  VERIFICATION_WORDS,
} from '../../src/ledger/decisions/facts.js';

/** Words of ours, of old records, of newer versions, and none. */
const DECISIONS = [...DECISION_WORDS, 'deferred', 'resolved', 'Decided', ''];
const APPLICATIONS = [...APPLICATION_WORDS, 'done', 'paused', 'Applied', 'unknown', ABSENT, ''];
const VERIFICATIONS = [...VERIFICATION_WORDS, 'green', 'Passed', 'unknown', ABSENT, ''];
const REVISIONS = ['app@a1b2c3', null];

const row = (change: Partial<RecordedWords>): RecordedWords => ({
  decision: 'decided',
  application: 'queued',
  verification: 'pending',
  needs: null,
  why: null,
  holder: null,
  revision: null,
  evidence: null,
  ...change,
});

const all = DECISIONS.flatMap((decision) =>
  APPLICATIONS.flatMap((application) =>
    VERIFICATIONS.flatMap((verification) =>
      REVISIONS.map((revision) =>
        row({ decision, application, verification, revision, evidence: revision && 'seen live' }),
      ),
    ),
  ),
);

/** What the rules say of each word by itself, written down a second time and not derived. */
const SHOWN_DECISION: Record<string, string> = { pending: 'pending', decided: 'decided', superseded: 'superseded' };
const SHOWN_APPLICATION: Record<string, string> = {
  queued: 'queued',
  executing: 'executing',
  blocked: 'blocked',
  applied: 'applied',
  done: 'applied',
};

describe('the three facts of a decision, over every combination of every word', () => {
  it('[D1] walks them all', () => {
    expect(all).toHaveLength(7 * 10 * 8 * 2);
  });

  it('[D1, D2] shows a decision by the word it recognises, and everything else as unknown', () => {
    for (const words of all) {
      expect(decisionFacts(words).decision, JSON.stringify(words)).toBe(SHOWN_DECISION[words.decision] ?? 'unknown');
    }
  });

  it('[D2, D7] shows an application by the word it recognises; done is applied; a failed verification opens it again', () => {
    for (const words of all) {
      const none = words.application === '' || words.application === ABSENT;
      const shown = SHOWN_APPLICATION[words.application] ?? 'unknown';
      let expected: string | null = shown === 'applied' && words.verification === 'failed' ? 'queued' : shown;
      if (none) expected = words.decision === 'decided' ? 'queued' : null;
      else if (words.decision === 'pending') expected = null;
      expect(decisionFacts(words).application, JSON.stringify(words)).toBe(expected);
    }
  });

  it('[D7] shows a verification as passed only for what is applied, against a named revision', () => {
    for (const words of all) {
      const { application, verification, verified, revision } = decisionFacts(words);
      const told = JSON.stringify(words);
      const applied = application === 'applied';
      if (application === null) expect([verification, verified], told).toEqual([null, null]);
      else if (words.verification === 'failed') expect(verification, told).toBe('failed');
      else if (words.verification === 'passed')
        expect(verification, told).toBe(applied && words.revision ? 'passed' : 'pending');
      else if (['pending', ABSENT, ''].includes(words.verification)) expect(verification, told).toBe('pending');
      else expect(verification, told).toBe('unknown');
      if (applied && words.revision === null && verification !== 'unknown') expect(verified, told).toBe(NO_REVISION);
      if (verification === 'passed') expect(revision, told).not.toBeNull();
      if (verification === 'pending' || verification === 'unknown') expect(revision, told).toBeNull();
    }
  });

  it('[D6] counts what is decided and not applied, unknown words included, and nothing else', () => {
    for (const words of all) {
      const applied = ['applied', 'done'].includes(words.application) && words.verification !== 'failed';
      expect(decisionFacts(words).counted, JSON.stringify(words)).toBe(words.decision === 'decided' && !applied);
    }
  });

  it('[D4, D9] drives what is queued, and never what is blocked, executing or unknown', () => {
    for (const words of all) {
      const reopened = ['applied', 'done'].includes(words.application) && words.verification === 'failed';
      const queued = ['queued', ABSENT, ''].includes(words.application) || reopened;
      const { driven, counted, skipped } = decisionFacts(words);
      const told = JSON.stringify(words);
      expect(driven, told).toBe(words.decision === 'decided' && queued);
      if (driven) expect(counted, told).toBe(true);
      // What counts and is not driven is named with its reason; the rest is on no list.
      expect(skipped !== null, told).toBe(counted && !driven);
    }
  });

  it('[D2] an unknown word is neither pending nor passed, neither applied nor driven', () => {
    for (const words of all) {
      const facts = decisionFacts(words);
      if (facts.decision === 'unknown') expect([facts.counted, facts.driven]).toEqual([false, false]);
      if (facts.application === 'unknown') {
        expect(facts.driven).toBe(false);
        expect(facts.verification).not.toBe('passed');
      }
    }
  });

  it('[D4] a blocked row names the capability and the reason, and its decision stays as it is', () => {
    const facts = decisionFacts(row({ application: 'blocked', needs: 'human-identity', why: 'the socket drops bots' }));
    expect(facts).toMatchObject({
      decision: 'decided',
      application: 'blocked',
      needs: 'human-identity',
      counted: true,
      driven: false,
      skipped: 'blocked: needs human-identity: the socket drops bots',
    });
    expect(decisionFacts(row({ application: 'blocked' })).needs).toBe('unnamed');
    expect(decisionFacts(row({ application: 'queued', needs: 'human-identity', why: 'x' })).needs).toBeNull();
  });

  it('[L2] stands, whatever was written, at a state that the machine knows', () => {
    for (const words of all) expect(decisionEdges).toHaveProperty([standing(decisionFacts(words))]);
  });

  it('[L2, D7] every edge moves one fact; nothing leads to an unknown word; applied is left by a failure alone', () => {
    for (const [from, targets] of Object.entries(decisionEdges)) {
      for (const to of targets) {
        expect(to).not.toBe(from);
        const [[d, a, v], [nd, na, nv]] = [from.split('/'), to.split('/')];
        if (na !== a) expect(na).not.toBe('unknown');
        if (nv !== v) expect(nv).not.toBe('unknown');
        expect(nd).not.toBe('unknown');
        if (a === 'applied' && na !== 'applied') expect(`${na}/${nv}`).toBe('queued/failed');
        if (d === 'decided' && nd === 'decided' && a !== na && na !== 'applied') {
          expect(nv === v || `${a}→${nv}` === 'applied→failed').toBe(true);
        }
        expect(to in decisionEdges).toBe(true);
      }
    }
  });
});
