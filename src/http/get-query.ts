import { decodePercent } from '../lib/percent-encoding.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import { eventNames } from '../protocol/events/event-types.ts';
import { feedNames } from '../protocol/feed-names.ts';
import { RECORD } from '../view/files/address.ts';
import {
  type Arguments,
  EXPLORER_FIELDS,
  LIST_FIELDS,
  readArguments,
  readFormat,
  readValue,
  recordArguments,
} from './explorer/address.ts';
import type { DataForm } from './explorer/data.ts';
import { ASSET_NAMES, type AssetName } from './explorer/view-assets.ts';
import { CARD_PATHS } from './paths.ts';
import { type Addressed, readTarget } from './target.ts';

/** What a GET or HEAD asks for. Whoever is admitted for a value is answered by the same value. */
export type GetQuery =
  | { readonly kind: 'live' | 'ready' | 'counters' | 'status' }
  | { readonly kind: 'asset'; readonly name: AssetName }
  | { readonly kind: 'document'; readonly name: string; readonly filter: Arguments }
  | { readonly kind: 'explorer'; readonly arguments: Arguments; readonly format: DataForm | undefined }
  | { readonly kind: 'refused'; readonly status: 400 | 404; readonly problem: string };

/** The fields of a query by name, with every value that each is given, in their order. */
export type QueryFields = ReadonlyMap<string, readonly string[]>;

/** Fields that each ask for something by themselves: a query has one of them, once. */
const SELECTORS = ['live', 'ready', 'counters', 'asset', 'feed', 'card', 'llms', 'openapi', RECORD] as const;

/** Fields that ask for what reveals nothing, and is answered without a token: the probes of orchestrators and balancers. */
const PROBES: ReadonlySet<string> = new Set(['live', 'ready']);

/** True for a probe; nothing else stands in its query, neither a token nor what nobody knows. */
export function isOpenProbe({ kind }: GetQuery): boolean {
  return PROBES.has(kind);
}

/** The query of a request by the rules of forms (URL Standard, application/x-www-form-urlencoded). */
export function readFields(request: Addressed): QueryFields {
  const fields = new Map<string, string[]>();
  // It takes one question mark away itself, and would take a second one that is part of a name.
  for (const [name, value] of new URLSearchParams(readTarget(request).query)) {
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return fields;
}

/**
 * Reads the query of a GET, whose fields are given. A query that asks for two things, or twice for one, is refused:
 * whatever comes in front of this server may read it in another order.
 */
export function readGetQuery(request: Addressed, fields: QueryFields): GetQuery {
  const { path, query } = readTarget(request);
  if (decodePercent(query) === undefined) return refused(400, WRONG_ENCODING);
  if (CARD_PATHS.includes(path)) {
    if (fields.size > 0) return refused(400, 'The server card takes no query: ask for its path alone.');
    return { kind: 'document', name: 'card', filter: {} };
  }
  const selectors = SELECTORS.filter((name) => fields.has(name));
  const explorer = EXPLORER_FIELDS.filter((name) => fields.has(name));
  if (selectors.length + Math.min(1, explorer.length) > 1) {
    const named = [...selectors, ...explorer].join(', ');
    return refused(400, `The query asks for several things at once: ${named}. Name one of them.`);
  }
  const repeated = repeatedFields(fields, explorer.length > 0 || fields.has('feed') ? undefined : selectors);
  if (repeated.length > 0) {
    const named = repeated.slice(0, MOST_NAMED).map((name) => `"${sanitizeLine(name, LONGEST_NAMED)}"`);
    return refused(400, `The query gives a field several times: ${named.join(', ')}. Give each once.`);
  }
  if (explorer.length > 0) {
    const format = readFormat(fields);
    if (format === 'wrong') return refused(400, 'format is json or csv; leave it out for a page.');
    return { kind: 'explorer', arguments: readArguments(fields), format };
  }
  const [selector] = selectors;
  if (selector !== undefined && PROBES.has(selector) && fields.size > 1) {
    return refused(400, `A probe stands alone: ask for ?${selector}, with nothing behind it.`);
  }
  return selector === undefined
    ? { kind: 'status' }
    : readSelector(selector, fields.get(selector)?.[0] ?? '', fields);
}

/** The fields that are given several times: of some, or of all but lists. */
function repeatedFields(fields: QueryFields, of: readonly string[] | undefined): readonly string[] {
  const single = of ?? [...fields.keys()].filter((name) => !LIST_FIELDS.has(name));
  return single.filter((name) => (fields.get(name) ?? []).length > 1);
}

function readSelector(selector: (typeof SELECTORS)[number], value: string, fields: QueryFields): GetQuery {
  if (selector === 'card' || selector === 'llms' || selector === 'openapi')
    return { kind: 'document', name: selector, filter: {} };
  if (selector === 'feed') {
    const name = [...feedNames, ...eventNames].find((known) => known === value);
    return name === undefined
      ? refused(
          404,
          `There is no such feed. The feeds are ${feedNames.join(', ')}, and the events ${eventNames.join(', ')}.`,
        )
      : { kind: 'document', name, filter: readFeedFilter(fields) };
  }
  if (selector === RECORD) return { kind: 'explorer', arguments: recordArguments(value), format: undefined };
  if (selector !== 'asset') return { kind: selector };
  const name = ASSET_NAMES.find((known) => known === value);
  return name === undefined
    ? refused(404, `There is no asset of this name. There are ${ASSET_NAMES.join(', ')}.`)
    : { kind: 'asset', name };
}

/** What stands beside the name of a feed is the filter; the feed says what of it it takes. */
function readFeedFilter(fields: QueryFields): Arguments {
  const own = [...fields].filter(([name]) => name !== 'feed');
  return Object.fromEntries(own.map(([name, given]) => [name, readValue(name, given)]));
}

const WRONG_ENCODING =
  'The query has a % that stands for no character. Write each byte of UTF-8 as % and two hex digits, and a % itself as %25.';

function refused(status: 400 | 404, problem: string): GetQuery {
  return { kind: 'refused', status, problem };
}

/** Of the fields that are wrong so many are named, each by so many characters. */
const MOST_NAMED = 5;
const LONGEST_NAMED = 40;
