import { type LookupAddress, lookup as lookUpHost } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Where a program may connect to, and how it finds the addresses of a name. */
export interface Network {
  readonly lookup: LookupFunction;
  /** Whether an IP address may be connected to. */
  readonly isAllowed: (address: string) => boolean;
}

/** All that is open to everybody: a name or an address from outside does not lead into the network in which this runs. */
export const publicNetwork: Network = {
  lookup: (hostname, options, callback) => lookUpHost(hostname, options, callback),
  isAllowed: isPublicAddress,
};

/** The code of the error where an address is not allowed. */
export const NOT_ALLOWED = 'EPRIVATE';

interface SendOptions {
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Left out, every address may be connected to. */
  readonly network?: Network | undefined;
}

/**
 * Sends one request and follows nothing. The connection goes to an address that was found allowed, and is used for no
 * other request: what a name means a moment later is no matter. Rejects with what went wrong, its code NOT_ALLOWED where
 * the network does not allow it.
 */
export async function send(url: URL, options: SendOptions = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, signal, network } = options;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (network !== undefined && isIP(literal) !== 0 && !network.isAllowed(literal)) throw notAllowed();
  const settings: RequestOptions = {
    method,
    headers,
    // A connection that somebody else has opened was not checked.
    agent: false,
    auth: null,
    ...(signal !== undefined && { signal }),
    ...(network !== undefined && { lookup: allowedLookup(network) }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    request(url, settings).on('response', resolve).on('error', reject).end();
  });
}

/** Looks a name up and gives only those of its addresses to which a connection is allowed. */
function allowedLookup({ lookup, isAllowed }: Network): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = ((found as LookupAddress[] | undefined) ?? []).filter(({ address }) =>
        isAllowed(address),
      );
      const [first] = allowed;
      if (error !== null) callback(error, '');
      else if (first === undefined) callback(notAllowed(), '');
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function notAllowed(): Error {
  return Object.assign(new Error('The address is not public.'), { code: NOT_ALLOWED });
}

/** Not open to everybody: IANA's registry of IPv4 addresses for special purposes (RFC 6890), multicast, and one more. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // At this one, machines in Azure find the service that sets them up.
  '168.63.129.16/32',
];

/**
 * Of IPv6, only 2000::/3 is open to everybody; so neither are loopback, unique local, link-local and multicast addresses,
 * nor those that hold an IPv4 address: mapped, compatible, and of NAT64 (64:ff9b::/96, 64:ff9b:1::/48).
 */
const global6 = ['2000::/3'];
/** Teredo, benchmarking, ORCHID and more of 2001::/23; documentation; 6to4. */
const special6 = ['2001::/23', '2001:db8::/32', '3fff::/20', '2002::/16'];

const special = blockList([...special4, ...special6]);
const global = blockList(global6);

/** True for an IP address that is open to everybody; false for any other, and for what is none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

function blockList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
