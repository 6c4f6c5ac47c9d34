import type { Check, Config, ProofSource } from '../config/types.js';
import type { CheckReading, ItemState } from '../ledger/index.js';
import { type ReadThread, readAsk } from './ask.js';
import { readCommandProof } from './command/read.js';
import { type CheckRead, type GitHub, type PullRequestRequest, watchesRevert } from './github/index.js';
import { readHttpProof } from './http/read.js';
import type { ReaderMemory, ReadOutcome } from './types.js';

/** What readers need; Slack and the clock are handed in. */
export interface ReaderDeps {
  config: Config;
  github: GitHub;
  readThread: ReadThread;
  link: (channel: string, ts: string, thread: string) => string;
  now: () => number;
}

/**
 * The readers of proofs, one file a source. A new kind needs no code: its `proof` names one of these (O4).
 * Null where nothing outside proves an item: a later DONE, a bridge claim, a person.
 */
export function createReaders(deps: ReaderDeps) {
  const { config, github, now } = deps;

  const pullRequest = async (repoAndNumber: string, item: ItemState, memory: ReaderMemory): Promise<ReadOutcome> => {
    const request = pullRequestOf(repoAndNumber, config);
    if (!request) {
      const reason = `"${repoAndNumber}" names no pull request; it would be org/repo#12`;
      return { result: { read: 'unknown', reason, retryAt: null }, memory };
    }
    const outcome =
      item.state === 'closed'
        ? await github.readRevert(request, memory)
        : await github.readPullRequest(request, memory);
    return { ...outcome, watched: watchesRevert(outcome.memory) };
  };

  const ofSource = (source: ProofSource, item: ItemState, memory: ReaderMemory): Promise<ReadOutcome> | null => {
    const filled = (text: string) => text.replaceAll('{subject}', item.subject);
    if ('http' in source) return readHttpProof(source.http, item.subject, memory, { now: now() });
    if ('command' in source)
      return readCommandProof(source.command, { ...item, opened: item.openedAt }, memory, {
        now: now(),
        secrets: [config.github.tokenEnv],
      });
    if ('pull-request' in source) return pullRequest(filled(source['pull-request']), item, memory);
    if ('check' in source) return greenRun(filled(source.check), memory);
    // A later DONE is recorded where it is said; a decision where it is answered.
    if ('decision' in source || 'later-done' in source) return null;
    return source satisfies never;
  };

  const greenRun = async (name: string, memory: ReaderMemory): Promise<ReadOutcome> => {
    const check = config.checks.find((one) => one.name === name);
    if (!check) return { result: { read: 'unknown', reason: `no check is called ${name}`, retryAt: null }, memory };
    const outcome = await github.readCheck({ check, checks: config.checks }, memory);
    const reading = checkReading(outcome.result, check, now());
    if (reading.read === 'green' || reading.read === 'retired') {
      return { result: { read: 'proved', proof: reading.proof }, memory: outcome.memory };
    }
    if (reading.read === 'unknown') return { result: reading, memory: outcome.memory };
    const blocking = reading.read === 'red' ? `${name} was red ${reading.runs.length} runs running` : null;
    return { result: { read: 'open', blocking, notDone: null, owedTo: [], link: null }, memory: outcome.memory };
  };

  return {
    /** Reads one item's proof; see `ReadProof`. */
    read(item: ItemState, memory: ReaderMemory): Promise<ReadOutcome> | null {
      if (item.state === 'closed' && item.kind !== 'pull-request') return null;
      switch (item.kind) {
        case 'ask':
          return readAsk(item, memory, {
            seatUser: config.seats.get(config.seat)?.botUser ?? '',
            seat: config.seat,
            readThread: deps.readThread,
            link: deps.link,
            now: now(),
          });
        case 'pull-request':
          return pullRequest(item.subject, item, memory);
        default: {
          const source = config.kinds.get(item.kind)?.proof ?? null;
          return source === null ? null : ofSource(source, item, memory);
        }
      }
    },
    /** Reads one configured check (O6); null where none is called so. */
    readCheck(name: string, memory: ReaderMemory): Promise<{ result: CheckReading; memory: ReaderMemory }> | null {
      const check = config.checks.find((one) => one.name === name);
      if (!check) return null;
      return github
        .readCheck({ check, checks: config.checks }, memory)
        .then((outcome) => ({ result: checkReading(outcome.result, check, now()), memory: outcome.memory }));
    },
  };
}

/** `org/app#12`; the base is the repository's default branch. Null where it is none. Pure. */
export function pullRequestOf(subject: string, config: Pick<Config, 'people'>): PullRequestRequest | null {
  const read = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(subject.trim());
  if (!read?.[1] || !read[2]) return null;
  const people = [...config.people.values()].map(({ key, github }) => ({ key, github }));
  return { repo: read[1], number: Number(read[2]), expectedBase: null, people };
}

/** What the ledger makes of a check that was read (O6). Pure. */
export function checkReading(read: CheckRead, check: Pick<Check, 'name' | 'redRuns'>, now: number): CheckReading {
  switch (read.read) {
    case 'streak': {
      const text = `a scheduled run of ${check.name} was green`;
      const proof = (link: string | null) => ({ kind: 'green-run', text, link, by: null, at: now });
      if (read.state === 'green') return { read: 'green', proof: proof(read.link) };
      if (read.red >= check.redRuns) return { read: 'red', runs: read.runs.map(({ at }) => at), link: read.link };
      const { lastGreen } = read;
      return { read: 'quiet', green: lastGreen && { at: lastGreen.at, proof: proof(lastGreen.url) } };
    }
    case 'retired':
      return { read: 'retired', proof: { kind: 'retired', text: read.why, link: read.link, by: null, at: now } };
    case 'outage':
      return { read: 'outage', why: read.why };
    case 'unknown':
      return read;
  }
}
