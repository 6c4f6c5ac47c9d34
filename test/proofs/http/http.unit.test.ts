import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardedLookup, isPublic, mayAsk } from '../../../src/proofs/http/addresses.js';
import { pointTo } from '../../../src/proofs/http/pointer.js';
import { addressOf, judge } from '../../../src/proofs/http/read.js';

describe('a JSON pointer', () => {
  // The document of RFC 6901, section 5.
  const document = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  };
  it.each([
    ['', document],
    ['/foo', document.foo],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('[O4] %j leads where RFC 6901 says', (pointer, value) => {
    expect(pointTo(document, pointer)).toEqual({ found: true, value });
  });

  it.each([
    '/nope',
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/length',
    '/foo/0/0',
    '/toString',
    '/__proto__',
    'foo',
    '/a~01b',
  ])('[O4] %j leads nowhere', (pointer) => expect(pointTo(document, pointer)).toEqual({ found: false }));

  it('[O4] finds every member by its escaped name', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (name, value) => {
        const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        expect(pointTo(JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`), pointer)).toEqual({
          found: true,
          value: JSON.parse(JSON.stringify(value)),
        });
      }),
    );
  });
});

describe('an address', () => {
  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '192.0.1.1', '2606:2800:220:1::1', '2a00:1450:4001::8a'])(
    '[O4] %s is of the public internet',
    (address) => expect(isPublic(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
  ])('[O4] %j is not', (address) => expect(isPublic(address)).toBe(false));

  it('[O4] of this machine is asked only where the configuration says so', () => {
    expect(mayAsk('127.8.0.1', 'loopback')).toBe(true);
    expect(mayAsk('::1', 'loopback')).toBe(true);
    expect(mayAsk('10.0.0.1', 'loopback')).toBe(false);
    expect(mayAsk('8.8.8.8', 'loopback')).toBe(false);
    expect(mayAsk('10.0.0.1', 'named')).toBe(true);
  });

  it('[O4] beside a private one refuses the host whole', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const error = await new Promise((done) =>
      guardedLookup('public', resolve)('x.example', { all: true }, (e) => done(e)),
    );
    expect(error).toMatchObject({ host: 'x.example' });
  });
});

describe('the address of an HTTP proof', () => {
  const template = 'https://tickets.example.com/t/{subject}?q={subject}';
  it.each([
    ['VT-9', 'https://tickets.example.com/t/VT-9?q=VT-9'],
    ['a b/c?d#e&f=%', 'https://tickets.example.com/t/a%20b%2Fc%3Fd%23e%26f%3D%25?q=a%20b%2Fc%3Fd%23e%26f%3D%25'],
    ['é@evil.example:80', 'https://tickets.example.com/t/%C3%A9%40evil.example%3A80?q=%C3%A9%40evil.example%3A80'],
    ['$&', 'https://tickets.example.com/t/%24%26?q=%24%26'],
  ])('[O4] has the subject %j encoded', (subject, url) => expect(addressOf(template, subject)?.href).toBe(url));

  it.each(['..', '.', '', ' ', '../admin', 'a/../../b', 'a\\..\\b', '\ud800'])(
    '[O4] takes no subject that leads elsewhere: %j',
    (subject) => expect(addressOf(template, subject)).toBeNull(),
  );

  it('[O4] has one host, whatever the subject', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (subject) => {
        const url = addressOf(template, subject);
        if (url) expect([url.host, url.pathname.split('/').length]).toEqual(['tickets.example.com', 3]);
      }),
    );
  });
});

describe('the value of an HTTP proof', () => {
  const source = (equals: string | number | boolean | null, pointer = '/state') => ({
    url: '',
    pointer,
    equals,
    allow: [],
  });
  const found = (value: unknown) => ({ found: true as const, value });
  it.each([
    ['closed', 'closed', true, '/state is “closed”'],
    ['closed', 'open', false, '/state is “open”, not “closed”'],
    [5, 5, true, '/state is 5'],
    [5, '5', false, '/state is “5”, not 5'],
    [true, true, true, '/state is true'],
    [true, 'true', false, '/state is “true”, not true'],
    [null, null, true, '/state is null'],
    [null, false, false, '/state is false, not null'],
    ['closed', { a: 1 }, false, '/state is an object, not “closed”'],
    ['closed', ['closed'], false, '/state is a list, not “closed”'],
    ['closed', 'x\n'.repeat(200), false, `/state is “${'x '.repeat(49)}x…”, not “closed”`],
  ])('[O4] wanted %j, found %j', (equals, value, proved, words) => {
    expect(judge(found(value), source(equals))).toEqual({ proved, words });
  });

  it('[O4] that is not there is not the wanted one, null included', () => {
    expect(judge({ found: false }, source(null))).toEqual({ proved: false, words: '/state is not in the answer' });
    expect(judge(found('ok'), source('ok', ''))).toEqual({ proved: true, words: 'the answer is “ok”' });
  });
});
