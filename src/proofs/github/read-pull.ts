import type { Got } from './failure.js';
import { isRepo, nameOf, type PullRequestRequest } from './pull-types.js';
import type { Session } from './session.js';
import { type PullFacts, pullSchema } from './wire.js';

/** The pull request itself, with its address; a repository's name that GitHub could not have is refused before it is asked. */
export async function readPull(session: Session, request: PullRequestRequest): Promise<Got<PullFacts>> {
  const { repo, number } = request;
  if (!isRepo(repo) || !Number.isSafeInteger(number) || number < 1) {
    return { ok: false, failure: { reason: 'its key names no pull request', retryAt: null, status: null } };
  }
  return session.one({ path: `/repos/${repo}/pulls/${number}`, what: nameOf(request) }, pullSchema);
}
