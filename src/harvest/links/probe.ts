import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What an address answered: a status, or what kept it from answering. */
export type Probe = { readonly status: number } | { readonly failure: string };

export interface ProbeOptions {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Tests alone ask servers on this machine. */
  readonly allowPrivate?: boolean;
}

/** Asks for a page as little as may be: its head, or where that is refused, the beginning of its body. */
export async function probe(url: URL, options: ProbeOptions): Promise<Probe> {
  const head = await ask(url, 'HEAD', options);
  // Many servers do not answer HEAD as they answer GET.
  if ('status' in head && head.status < 400) return head;
  return ask(url, 'GET', options);
}

function ask(url: URL, method: 'HEAD' | 'GET', options: ProbeOptions): Promise<Probe> {
  if (isPrivateHost(url.hostname) && options.allowPrivate !== true) {
    return Promise.resolve({ failure: 'a private address' });
  }
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      method,
      signal,
      headers: { 'user-agent': options.userAgent, accept: '*/*' },
      ...(options.allowPrivate !== true && { lookup: publicLookup }),
    });
    request.on('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ failure: signal.aborted ? 'no answer in time' : (error.code ?? 'the connection broke') });
    });
    request.end();
  });
}

const privateRanges = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  privateRanges.addSubnet(address, bits, 'ipv4');
}
for (const [address, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['::ffff:0:0', 96],
] as const) {
  privateRanges.addSubnet(address, bits, 'ipv6');
}

/** True for a literal address that is not public. */
function isPrivateHost(host: string): boolean {
  return isPrivate(host.replace(/^\[|\]$/g, ''));
}

function isPrivate(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateRanges.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** A name of the data must not lead into the network in which this runs, whatever it resolves to. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = found ?? [];
    const open = addresses.filter(({ address }) => !isPrivate(address));
    const [first] = open;
    if (error !== null) callback(error, '');
    else if (first === undefined) callback(Object.assign(new Error('private'), { code: 'EPRIVATE' }), '');
    else if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
