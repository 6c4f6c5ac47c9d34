import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpReadOptions, readHttpProof } from '../../../src/proofs/http/read.js';

const NOW = Date.UTC(2026, 10, 2, 17, 0);
let server: Server;
let origin: string;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];
let connections: number;

beforeEach(async () => {
  asked = [];
  connections = 0;
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((down) => server.close(down));
});

const json = (value: unknown, headers: Record<string, string> = {}, status = 200) => {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
};
const read = (
  { url = `${origin}/t/{subject}`, pointer = '/state', equals = 'closed', allow = [] as string[] } = {},
  { memory = {}, ...options }: Partial<HttpReadOptions> & { memory?: Record<string, unknown> } = {},
) => readHttpProof({ url, pointer, equals, allow }, 'VT 9/1', memory, { now: NOW, ...options });
const unknown = (reason: string | RegExp, retryAt: number | null = null) => ({
  result: { read: 'unknown', reason: expect.stringMatching(reason), retryAt },
  memory: {},
});

describe('an HTTP proof', () => {
  it('[O4] that says the wanted value proves it, with the value, the place and the link', async () => {
    json({ state: 'closed' });
    const link = `${origin}/t/VT%209%2F1`;
    expect(await read()).toEqual({
      result: {
        read: 'proved',
        proof: { kind: 'http', text: `/state is “closed”, says 127.0.0.1:${port}`, link, by: null, at: NOW },
      },
      memory: {},
    });
    expect(asked[0]?.url).toBe('/t/VT%209%2F1');
    expect(asked[0]?.headers).toMatchObject({ accept: 'application/json', 'user-agent': 'owed' });
  });

  it.each([
    [{ state: 'open' }, '/state is “open”, not “closed”'],
    [{}, '/state is not in the answer'],
  ])('[O4] that says something else is open, in words: %j', async (value, notDone) => {
    json(value);
    const link = `${origin}/t/VT%209%2F1`;
    expect((await read()).result).toEqual({ read: 'open', blocking: null, notDone, owedTo: [], link });
  });

  it('[S4] is asked again only for what changed, and what was read still holds', async () => {
    json({ state: 'open' }, { etag: '"v1"' });
    const first = await read();
    answer = (request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 500).end();
    };
    const second = await read({}, { memory: JSON.parse(JSON.stringify(first.memory)) });
    expect(second).toEqual(first);
    expect(second.result).toMatchObject({ read: 'open', notDone: '/state is “open”, not “closed”' });
  });

  it('[S4] [O4] asks anew when the configuration asks for something else', async () => {
    json({ state: 'open' }, { etag: '"v1"' });
    const { memory } = await read();
    expect((await read({ equals: 'open' }, { memory })).result).toMatchObject({ read: 'proved' });
    expect(asked[1]?.headers['if-none-match']).toBeUndefined();
  });

  it('[O2] keeps what it remembered when it cannot be read', async () => {
    json({ state: 'open' }, { etag: '"v1"' });
    const { memory } = await read();
    json({}, {}, 502);
    expect((await read({}, { memory })).memory).toEqual(memory);
  });

  it.each([
    [404, {}, null],
    [500, {}, null],
    [401, {}, null],
    [304, {}, null],
    [429, { 'retry-after': '120' }, NOW + 120_000],
    [503, { 'retry-after': new Date(NOW + 60_000).toUTCString() }, NOW + 60_000],
    [503, { 'retry-after': 'soon' }, null],
  ])('[O2] [O4] an answer of %s is unknown', async (status, headers, retryAt) => {
    json({ state: 'closed' }, headers as Record<string, string>, status);
    expect(await read()).toEqual(unknown(`^127.0.0.1:\\d+ answered ${status}$`, retryAt));
  });

  it('[O2] [O4] what is no JSON is unknown', async () => {
    json({ state: 'closed' }, { 'content-type': 'text/html; charset=utf-8' });
    expect(await read()).toEqual(unknown('answered with text/html, not JSON'));
    json({ state: 'closed' }, { 'content-encoding': 'gzip' });
    expect(await read()).toEqual(unknown('answered compressed'));
    answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"state": "clo');
    expect(await read()).toEqual(unknown('JSON that cannot be read'));
  });

  it('[O2] [O4] more than a mebibyte is unknown, and is not read to its end', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.x+json' });
      const more = () => response.write(`"${'x'.repeat(65_536)}",`, more);
      response.write('[', more);
    };
    expect(await read()).toEqual(unknown('more than 1 MiB'));
  });

  it('[O2] [S4] one that does not answer in time is unknown', async () => {
    answer = () => {};
    expect(await read({}, { timeout: 50 })).toEqual(unknown('gave no answer within 50 ms'));
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    expect(await read({}, { timeout: 50 })).toEqual(unknown('gave no answer within 50 ms'));
  });

  it('[O2] one that is not there is unknown', async () => {
    const url = `http://127.0.0.1:${port}`;
    await new Promise((down) => server.close(down));
    expect(await read({ url })).toEqual(unknown('could not be reached \\(ECONNREFUSED\\)'));
    server = createServer().listen(0);
  });

  it('[O2] a subject that fits into no address is unknown, and nobody is asked', async () => {
    const source = { url: `${origin}/t/{subject}`, pointer: '', equals: null, allow: [] };
    const { result } = await readHttpProof(source, '..', {}, { now: NOW });
    expect(result).toMatchObject({ read: 'unknown', reason: expect.stringContaining('does not fit') });
    expect(connections).toBe(0);
  });
});

describe('a redirect of an HTTP proof', () => {
  const redirectTo = (to: string) => {
    answer = (request, response) => {
      if (request.url === '/end') json({ state: 'closed' });
      if (request.url === '/end') return answer(request, response);
      response.writeHead(302, { location: to }).end();
    };
  };

  it('[O4] is followed on the same host, and to a host that is allowed by name', async () => {
    redirectTo('/end');
    expect((await read()).result).toMatchObject({ read: 'proved' });
    redirectTo(`http://localhost:${port}/end`);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect((await read({ allow: ['localhost'] }, { resolve })).result).toMatchObject({ read: 'proved' });
  });

  it.each([
    ['http://localhost:1/end', 'redirects to localhost:1, which "allow" does not name'],
    ['https://169.254.169.254/latest', 'which "allow" does not name'],
    ['http://other.example/end', 'an address that has to be https'],
    ['https://user:hunter2@other.example/', 'carries a user name'],
    ['file:///etc/passwd', 'has to be https'],
    ['http://', 'redirects nowhere'],
    ['/again', 'redirects more than 3 times'],
  ])('[O4] to %s is unknown', async (to, words) => {
    redirectTo(to);
    const { result } = await read();
    expect(result).toMatchObject({ read: 'unknown', reason: expect.stringContaining(words) });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });
});

describe('where an HTTP proof may lead', () => {
  const url = () => `https://tickets.example.com:${port}/{subject}`;
  const to = (address: string) => ({ resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] });

  it.each(['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', 'fd00::1'])(
    '[O4] a name that leads to %s is not connected to',
    async (address) => {
      expect(await read({ url: url() }, to(address))).toEqual(
        unknown('^tickets.example.com is in the network around us, or this machine; name the host under "allow"'),
      );
      expect(connections).toBe(0);
    },
  );

  it('[O4] an address in the place of a name is judged as well', async () => {
    for (const host of ['10.0.0.8', '[fd00::1]', '0x7f.1.1']) {
      const result = await read({ url: `https://${host}:${port}/x` }, { timeout: 5_000 });
      expect(result.result.read).toBe('unknown');
    }
    expect(await read({ url: `https://10.0.0.8:${port}/x` })).toEqual(unknown('in the network around us'));
  });

  it('[O4] a host allowed by name is connected to wherever it is', async () => {
    // The local server speaks no TLS: that it was reached is what counts.
    expect(await read({ url: url(), allow: ['Tickets.example.com'] }, to('127.0.0.1'))).toEqual(
      unknown('^tickets.example.com:\\d+ could not be reached'),
    );
    expect(connections).toBe(1);
  });

  it('[O4] this machine’s own name that leads away is not followed', async () => {
    expect(await read({ url: `http://localhost:${port}/x` }, to('10.0.0.8'))).toEqual(
      unknown('in the network around us'),
    );
  });

  it('[O4] the address that was judged is the one that is connected to: the name is looked up once', async () => {
    json({ state: 'closed' });
    let looked = 0;
    const resolve = async () => {
      looked += 1;
      return [{ address: looked === 1 ? '127.0.0.1' : '10.0.0.8', family: 4 }];
    };
    expect((await read({ url: `http://localhost:${port}/x` }, { resolve })).result).toMatchObject({ read: 'proved' });
    expect(looked).toBe(1);
  });
});
