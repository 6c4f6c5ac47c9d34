import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback server that answers with JSON by path, with an ETag, or with a status in its place: a vendor's API. */
export interface Answers {
  url: string;
  /** By path; a path that is not here is 404. */
  documents: Map<string, unknown>;
  /** Answered to everything while it is set: the source is down. */
  status: number | null;
  /** Statuses that were answered, in order. */
  answered: number[];
  stop(): Promise<void>;
}

export async function startAnswers(): Promise<Answers> {
  const server = createServer((request, response) => {
    const document = answers.documents.get(request.url ?? '');
    const body = JSON.stringify(document ?? {});
    const etag = `"${Buffer.from(body).toString('base64url')}"`;
    const unchanged = request.headers['if-none-match'] === etag;
    const status = answers.status ?? (document === undefined ? 404 : unchanged ? 304 : 200);
    answers.answered.push(status);
    response.writeHead(status, { 'content-type': 'application/json', etag });
    response.end(status === 200 ? body : undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const answers: Answers = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents: new Map(),
    status: null,
    answered: [],
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return answers;
}
