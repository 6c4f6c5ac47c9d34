/** Checks between parts of the file that say what is owed and when: kinds, bounds, labels, checks, posting times. */
import { DEFAULTS } from './build.js';
import { asList, asMap, asText, isMap, type Report } from './check-identities.js';
import { formatDuration, parseDuration } from './duration.js';
import { BUILT_IN_KIND_NAMES, isBuiltInKind, KIND_DEFAULTS } from './kinds.js';
import { nearest, type PathPart, show, suggestion } from './problems.js';
import { KIND_NAME, kindNameTaken, PROOF_SOURCES } from './schema.js';

export function checkPolicies(file: Record<string, unknown>, report: Report): void {
  const kinds = asMap(file.kinds);
  const checkNames = asList(file.checks).map((check) => asText(asMap(check).name) ?? '');
  for (const [name, kind] of Object.entries(kinds)) {
    if (!isBuiltInKind(name)) checkOwnKind(name, asMap(kind), checkNames, report);
  }
  checkNudges(asMap(kinds.handoff), report);
  checkLease(asMap(file.posts), report);
  checkLabels(asMap(asMap(file.terminal).labels), kinds, report);
  checkChecks(asList(file.checks), report);
}

/** O4: a kind of one's own is a name, a page bound and one proof. */
function checkOwnKind(name: string, kind: Record<string, unknown>, checkNames: string[], report: Report): void {
  const at: PathPart[] = ['kinds', name];
  const near = nearest(name, BUILT_IN_KIND_NAMES);
  const meant = near === null ? '' : ` (did you mean ${show(near)}?)`;
  if (!KIND_NAME.test(name)) {
    report(at, `${show(name)} cannot name a kind${meant}; use small letters, digits and single hyphens`);
    return;
  }
  if (kindNameTaken(name)) report(at, `${show(name)} begins keys of something else; give your kind another name`);
  const absent = ['proof', 'page'].filter((key) => kind[key] === undefined || kind[key] === null);
  if (absent.length > 0) {
    const needs = absent.map((key) => `"${key}:"`).join(' and ');
    report(at, `${show(name)} is not a built-in kind${meant}, and a kind of your own needs ${needs}`);
  }
  const proof = asMap(kind.proof);
  const sources = PROOF_SOURCES.filter((source) => proof[source] !== undefined && proof[source] !== null);
  if (isMap(kind.proof) && sources.length === 0) {
    report([...at, 'proof'], `names no source; write one of ${PROOF_SOURCES.join(', ')}`);
  }
  if (sources.length > 1)
    report([...at, 'proof'], `names ${sources.join(' and ')}; one source proves a kind, keep one`);
  if (typeof proof.check === 'string' && !proof.check.includes('{subject}') && !checkNames.includes(proof.check)) {
    report(
      [...at, 'proof', 'check'],
      `${show(proof.check)} is not one of the checks${suggestion(proof.check, checkNames)}`,
    );
  }
}

/** A nudge that is not before its page would never be seen (H14). */
function checkNudges(handoff: Record<string, unknown>, report: Report): void {
  const classes = { customer: KIND_DEFAULTS.handoff.customerBounds, internal: KIND_DEFAULTS.handoff.bounds };
  for (const [name, standard] of Object.entries(classes)) {
    const given = asMap(handoff[name]);
    const nudge = timeOr(given.nudge, standard.nudge);
    const page = timeOr(given.page, standard.page);
    if (nudge.ms === null || page.ms === null || nudge.ms < page.ms) continue;
    const at = nudge.given ? 'nudge' : 'page';
    report(['kinds', 'handoff', name, at], `the nudge (${said(nudge)}) has to come before the page (${said(page)})`);
  }
}

/** P5: a claim outlives its own post, or a slow post would be taken for a lost one. */
function checkLease(posts: Record<string, unknown>, report: Report): void {
  const timeout = timeOr(posts.timeout, DEFAULTS.posts.timeout);
  const lease = timeOr(posts.lease, DEFAULTS.posts.lease);
  if (timeout.ms === null || lease.ms === null || lease.ms > timeout.ms) return;
  const at = lease.given ? 'lease' : 'timeout';
  report(
    ['posts', at],
    `the lease (${said(lease)}) has to be longer than the timeout (${said(timeout)}), or a slow post is taken for a lost one`,
  );
}

function checkLabels(labels: Record<string, unknown>, kinds: Record<string, unknown>, report: Report): void {
  const known = [...new Set([...BUILT_IN_KIND_NAMES, ...Object.keys(kinds)])];
  for (const [label, given] of Object.entries(labels)) {
    const kind = asText(given);
    if (kind === null || known.includes(kind)) {
      if (kind !== null && isBuiltInKind(kind) && !KIND_DEFAULTS[kind].lines) {
        const why = `no terminal line opens or closes the kind ${show(kind)}`;
        report(['terminal', 'labels', label], `${why}; write pull-request, prompt, task or a kind of your own`);
      }
      continue;
    }
    const near = nearest(kind, known);
    const hint = near === null ? `; known: ${known.join(', ')}` : `; did you mean ${show(near)}?`;
    report(['terminal', 'labels', label], `${show(kind)} is not a kind${hint}`);
  }
}

function checkChecks(checks: unknown[], report: Report): void {
  const names = new Map<string, number>();
  const watched = new Map<string, string>();
  checks.forEach((value, i) => {
    const { repo, workflow, branch, ...rest } = asMap(value);
    const name = asText(rest.name);
    if (name !== null) {
      const first = names.get(name.toLowerCase());
      if (first === undefined) names.set(name.toLowerCase(), i);
      else report(['checks', i, 'name'], `${show(name)} is the name of checks[${first}] too; each check needs its own`);
    }
    if (typeof repo !== 'string' || typeof workflow !== 'string') return;
    const source = JSON.stringify([repo.toLowerCase(), workflow, branch ?? DEFAULTS.check.branch]);
    const other = watched.get(source);
    if (other === undefined) watched.set(source, name ?? `checks[${i}]`);
    else
      report(
        ['checks', i, 'workflow'],
        `this workflow and branch are watched as ${show(other)} already; keep one of the two`,
      );
  });
}

interface Time {
  /** Null when the file's value is not a duration (the schema says so) or the kind has none. */
  ms: number | null;
  given: boolean;
}

function timeOr(value: unknown, standard: number | null): Time {
  if (value === undefined || value === null) return { ms: standard, given: false };
  return { ms: typeof value === 'string' ? parseDuration(value.trim()) : null, given: true };
}

function said({ ms, given }: Time): string {
  return `${formatDuration(ms ?? 0)}${given ? '' : ', the default'}`;
}
