import { z } from 'zod';
import type { Adapter, Finding, HarvestRequest } from '../adapter.ts';
import { SourceFault } from '../fetcher.ts';
import { DeviceIndex } from '../match/devices.ts';
import { judgeApproval, judgeNotification, judgeRecall } from './decisions.ts';

/** Most results on one page, as https://open.fda.gov/apis/ has it, and more pages than there are decisions of robots. */
const PAGE_SIZE = 1000;
const MAX_PAGES = 50;
const maxBytes = 32_000_000;

const answer = z.object({ results: z.array(z.unknown()) });
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

interface OpenFdaQuery {
  /** `device/510k`, `device/pma`, … */
  readonly endpoint: string;
  /** In the query language of openFDA. */
  readonly search: string;
  readonly sort?: string;
}

/** All results of a query, page by page, along the links that the service gives. Throws a SourceFault. */
async function* askOpenFda(
  base: string,
  query: OpenFdaQuery,
  request: HarvestRequest,
): AsyncGenerator<readonly unknown[]> {
  const source = `openFDA ${query.endpoint}`;
  let url: URL | undefined = firstAddress(base, query);
  for (let pages = 0; url !== undefined; pages += 1) {
    if (pages >= MAX_PAGES) throw new SourceFault(source, `has more than ${MAX_PAGES} pages`);
    const { text, status, headers } = await request.fetcher.fetchText(url, {
      source,
      maxBytes,
      accept: 'application/json',
      // Nothing found is told as 404, with the reason as JSON.
      statuses: [404],
      signal: request.signal,
    });
    const json = parse(text, source);
    if (status === 404) {
      const told = refusal.safeParse(json);
      if (told.success && told.data.error.code === 'NOT_FOUND') return;
      throw new SourceFault(source, 'answers 404');
    }
    const told = refusal.safeParse(json);
    if (told.success) throw new SourceFault(source, `refuses: ${told.data.error.message}`);
    const parsed = answer.safeParse(json);
    if (!parsed.success) throw new SourceFault(source, 'sent an answer without results');
    yield parsed.data.results;
    url = nextAddress(headers.get('link'), url, base);
  }
}

/** `[2026-11-01 TO 2026-11-20]` in the field that is given. */
function within(field: string, from: string, to: string): string {
  return `${field}:[${from} TO ${to}]`;
}

function ofCodes(codes: readonly string[]): string {
  return `product_code:(${codes.join(' OR ')})`;
}

function firstAddress(base: string, { endpoint, search, sort }: OpenFdaQuery): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}/${endpoint}.json`);
  url.searchParams.set('search', search);
  if (sort !== undefined) url.searchParams.set('sort', sort);
  url.searchParams.set('limit', String(PAGE_SIZE));
  return url;
}

/** The address of the next page, from a header as RFC 8288 has it; only on the same host. */
function nextAddress(link: string | null, from: URL, base: string): URL | undefined {
  const found = /<([^<>]{1,2000})>\s{0,9};[^<,]{0,200}\brel\s{0,9}=\s{0,9}"?next"?/i.exec(link ?? '')?.[1];
  if (found === undefined || !URL.canParse(found, from.href)) return undefined;
  const url = new URL(found, from.href);
  return url.host === new URL(base).host ? url : undefined;
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = /^\s*</.test(text) ? 'a page instead of JSON' : 'no JSON';
    throw new SourceFault(source, `sent ${what}`);
  }
}

/** Product codes of robotic devices, by what the FDA calls them. */
const roboticProductCodes: Readonly<Record<string, string>> = {
  NAY: 'System, surgical, computer controlled instrument',
  OLO: 'Orthopedic stereotaxic instrument',
  HAW: 'Neurological stereotaxic instrument',
  PHL: 'Powered exoskeleton',
  ONA: 'Computer assisted hair harvesting system',
  EOQ: 'Bronchoscope, with those that a robot steers',
  DXX: 'System, catheter control, steerable',
  IYE: 'Accelerator, linear, medical',
  MUJ: 'System, planning, radiation therapy treatment',
  IKK: 'System, isokinetic testing and evaluation',
};

/** A product code has three letters. */
const productCode = /^[A-Z]{3}$/;

/** The name of a class says that its devices are robots. */
const roboticClasses = 'device_name:(robot OR robotic OR robotically OR exoskeleton)';

/** Robots whose category makes them medical devices, or may. */
export const medical: ReadonlySet<string> = new Set([
  'surgical',
  'exoskeleton',
  'rehabilitation',
  'telepresence',
  'companion',
  'robotic_hand',
  'laboratory',
]);

/** Decisions on robotic devices, for review, and their recalls, as news. */
export function openFdaAdapter(base: string): Adapter {
  return {
    name: 'openfda',
    // Decisions are listed weeks after they were made.
    overlapDays: 60,
    async *harvest(request) {
      const index = new DeviceIndex(request.known, ({ category }) => medical.has(category));
      const codes = await findCodes(base, request);
      const { since, today, known } = request;
      const seen = new Set<string>();
      yield* judged(base, query('device/510k', 'decision_date', codes, request), request, (result) =>
        judgeNotification(result, index, today),
      );
      yield { type: 'checkpoint', position: undefined };
      yield* judged(base, query('device/pma', 'decision_date', codes, request), request, (result) =>
        judgeApproval(result, index, today),
      );
      const recalls = {
        endpoint: 'device/recall',
        search: `${within('event_date_posted', since, today)} AND ${ofCodes(codes)}`,
        sort: 'event_date_posted:asc',
      };
      yield* judged(base, recalls, request, (result) => judgeRecall(result, index, known, { today, seen }));
    },
  };
}

function query(
  endpoint: string,
  field: string,
  codes: readonly string[],
  { since, today }: HarvestRequest,
): OpenFdaQuery {
  return { endpoint, search: `${within(field, since, today)} AND ${ofCodes(codes)}`, sort: `${field}:asc` };
}

/** The codes that are known here, and those that the FDA has made for robots since. */
async function findCodes(base: string, request: HarvestRequest): Promise<string[]> {
  const codes = new Set(Object.keys(roboticProductCodes));
  const classes = { endpoint: 'device/classification', search: roboticClasses };
  for await (const page of askOpenFda(base, classes, request)) {
    for (const result of page) {
      const code = (result as { product_code?: unknown } | null)?.product_code;
      if (typeof code === 'string' && productCode.test(code)) codes.add(code);
    }
  }
  return [...codes].sort();
}

async function* judged(
  base: string,
  asked: OpenFdaQuery,
  request: HarvestRequest,
  judge: (result: unknown) => Finding,
): AsyncGenerator<Finding> {
  let count = 0;
  for await (const page of askOpenFda(base, asked, request)) {
    for (const result of page) yield judge(result);
    count += page.length;
    request.onProgress(`${asked.endpoint}: ${count} results`);
  }
}
