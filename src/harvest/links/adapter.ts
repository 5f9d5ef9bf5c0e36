import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { byCodePoint } from '../../data/dataset/canonical.ts';
import { type Kind, kinds } from '../../kinds/kinds.ts';
import { readVersioned } from '../../lib/data-error.ts';
import { readTextIfThere } from '../../lib/file-system.ts';
import { type Network, publicNetwork, send } from '../../lib/network.ts';
import { realSystem } from '../../lib/system.ts';
import type { Adapter, Finding, HarvestRequest } from '../adapter.ts';
import type { KnownRecords } from '../dataset-draft.ts';
import { keepDocument } from '../run-source.ts';

interface LinkOptions {
  readonly memory: LinkMemory;
  /** Addresses that are asked in one run. */
  readonly perRun: number;
  readonly userAgent: string;
  readonly intervalMs?: number;
  readonly timeoutMs?: number;
  /** Where pages may be. */
  readonly network?: Network;
}

interface Link {
  readonly url: string;
  readonly key: string;
  readonly kind: Kind;
  readonly id: string;
}

const FILE = 'links.json';

/** On so many days an address must have failed before somebody is asked. */
const patience = { gone: 2, unreachable: 4 };

/** Asks for some of the pages that records name, in an order that comes round to all of them. */
export function linksAdapter(options: LinkOptions): Adapter {
  return {
    name: 'links',
    overlapDays: 0,
    async *harvest(request) {
      const { memory, perRun, network } = options;
      const links = inRotation(linksOf(request.known), memory, perRun);
      for (const [i, link] of links.entries()) {
        request.signal.throwIfAborted();
        if (i > 0) await sleep(options.intervalMs ?? 1000, undefined, { signal: request.signal });
        const found = await probe(new URL(link.url), {
          userAgent: options.userAgent,
          timeoutMs: options.timeoutMs ?? 20_000,
          signal: request.signal,
          ...(network !== undefined && { network }),
        });
        request.signal.throwIfAborted();
        yield judge(link, found, memory, request);
        if (!(link.url in memory.failures)) memory.behind = link.key;
        request.onProgress(`${i + 1} of ${links.length} pages`);
      }
    },
  };
}

function judge(link: Link, found: Probe, memory: LinkMemory, { today }: HarvestRequest): Finding {
  const isGone = 'status' in found && (found.status === 404 || found.status === 410);
  const isLost = 'failure' in found && found.failure === 'ENOTFOUND';
  if (!isGone && !isLost) {
    delete memory.failures[link.url];
    // Many sites turn programs away; that tells nothing about the page.
    const isThere = 'status' in found && found.status < 400;
    return { type: 'passed', why: isThere ? 'there' : 'cannot be told' };
  }
  const before = memory.failures[link.url];
  const isNewDay = before?.last !== today;
  const days = (before?.days ?? 0) + (isNewDay ? 1 : 0);
  memory.failures[link.url] = { first: before?.first ?? today, last: today, days };
  if (days < (isGone ? patience.gone : patience.unreachable))
    return { type: 'passed', why: 'failed, asked again' };
  const what = isGone
    ? `answers ${(found as { status: number }).status}`
    : 'is on a host that no longer exists';
  return {
    type: 'report',
    kind: link.kind,
    id: link.id,
    problem: `The source ${link.url} ${what}.`,
    evidence: link.url,
  };
}

/** Addresses that failed before come first, up to half of all; then those that were not asked for the longest time. */
function inRotation(links: readonly Link[], { behind, failures }: LinkMemory, perRun: number): Link[] {
  const urls = new Set(links.map(({ url }) => url));
  for (const url of Object.keys(failures)) if (!urls.has(url)) delete failures[url];
  const lastOf = ({ url }: Link) => failures[url]?.last ?? '';
  const failed = links
    .filter(({ url }) => url in failures)
    .sort((a, b) => byCodePoint(lastOf(a), lastOf(b)))
    .slice(0, Math.ceil(perRun / 2));
  const others = links.filter(({ url }) => !(url in failures)).sort((a, b) => byCodePoint(a.key, b.key));
  const next = Math.max(
    0,
    others.findIndex(({ key }) => key > behind),
  );
  return [...failed, ...others.slice(next), ...others.slice(0, next)].slice(0, perRun);
}

/** Every source once, with the first record that names it. */
function linksOf(known: KnownRecords): Link[] {
  const found = new Map<string, Link>();
  for (const kind of kinds) {
    for (const { id, sources } of known.all(kind)) {
      for (const { url } of sources) {
        // arXiv and DOIs are made to last, and ask programs to leave them alone.
        if (found.has(url) || /^https?:\/\/(?:arxiv\.org|(?:dx\.)?doi\.org)\//.test(url)) continue;
        found.set(url, { url, key: createHash('sha256').update(url).digest('hex').slice(0, 16), kind, id });
      }
    }
  }
  return [...found.values()];
}

const failure = z.object({
  /** `YYYY-MM-DD` of the first and the last day on which it failed, and on how many. */
  first: z.string(),
  last: z.string(),
  days: z.number().int().positive(),
});
type Failure = z.infer<typeof failure>;

const memoryFile = {
  schema: z.object({
    /** The next address in the order of the rotation is the first behind this. */
    behind: z.string(),
    failures: z.record(z.string(), failure),
  }),
  format: 1,
};

/** What link checks remember from day to day. */
export interface LinkMemory {
  behind: string;
  readonly failures: Record<string, Failure>;
}

/** Reads it from a directory; none there, or one that cannot be read, begins the rotation again. */
export async function readLinkMemory(directory: string, { files } = realSystem): Promise<LinkMemory> {
  try {
    const text = await readTextIfThere(files, join(directory, FILE));
    return readVersioned(memoryFile, text ?? '', ({ problem }) => new Error(problem));
  } catch {
    return { behind: '', failures: {} };
  }
}

export async function writeLinkMemory(
  directory: string,
  { behind, failures }: LinkMemory,
  system = realSystem,
): Promise<void> {
  await keepDocument(directory, FILE, { behind, failures }, { system });
}

/** What an address answered: a status, or what kept it from answering. */
type Probe = { readonly status: number } | { readonly failure: string };

interface ProbeOptions {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Where the page may be; a name of the data leads to public addresses only unless another is given. */
  readonly network?: Network;
}

/** Asks for a page as little as may be: its head, or where that is refused, the beginning of its body. */
export async function probe(url: URL, options: ProbeOptions): Promise<Probe> {
  const head = await ask(url, 'HEAD', options);
  // Many servers do not answer HEAD as they answer GET.
  if ('status' in head && head.status < 400) return head;
  return ask(url, 'GET', options);
}

async function ask(url: URL, method: 'HEAD' | 'GET', options: ProbeOptions): Promise<Probe> {
  const { userAgent, timeoutMs, network = publicNetwork } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const headers = { 'user-agent': userAgent, accept: '*/*' };
    const response = await send(url, { method, headers, signal, network });
    response.destroy();
    return { status: response.statusCode ?? 0 };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { failure: signal.aborted ? 'no answer in time' : (code ?? 'the connection broke') };
  }
}
