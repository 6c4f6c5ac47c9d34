/**
 * Which network addresses may be asked for a proof. A name of the configuration must not lead into the network around us:
 * what it resolves to is judged, and the connection goes to just that address, so no second answer of the name server
 * counts (rebinding).
 */

import { lookup as resolveAll } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Special-purpose IPv4 (IANA registry, RFC 6890 and later): this network, private, shared, loopback, link-local, … */
const SPECIAL_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Of IPv6 only 2000::/3 is handed out to the world; within it these lead elsewhere: tunnels, documentation, 6to4. */
const SPECIAL_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [net, bits] of SPECIAL_V4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_V6) special.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** `public`: nothing of the network around us. `loopback`: this machine alone. `named`: anything, by the configuration's word. */
export type Reach = 'public' | 'loopback' | 'named';

/** Whether an address may be asked. */
export function mayAsk(address: string, reach: Reach): boolean {
  return reach === 'named' || (reach === 'loopback' ? isLoopback(address) : isPublic(address));
}

/** Why a host is not asked. */
export class AddressRefused extends Error {
  constructor(readonly host: string) {
    super(`${host} is an address of the network around us`);
  }
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const resolveWithSystem: Resolve = (host) =>
  new Promise((done, fail) => {
    resolveAll(host, { all: true }, (error, found) => (error ? fail(error) : done(found)));
  });

/** A look-up for `net.connect` that gives out only addresses that may be asked; one that may not refuses the host whole. */
export function guardedLookup(reach: Reach, resolve: Resolve = resolveWithSystem): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const wanted = found.filter((each) => !options.family || options.family === each.family);
        const usable = wanted.length > 0 ? wanted : found;
        if (found.length === 0 || found.some((each) => !mayAsk(each.address, reach)))
          return callback(new AddressRefused(host), '', 0);
        if (options.all) return callback(null, usable);
        callback(null, usable[0]!.address, usable[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
