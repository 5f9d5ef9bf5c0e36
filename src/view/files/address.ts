import type { Asked } from '../../tools/show/shape.ts';

/** The kinds that can be searched, as addresses name them, their tools, and their names for people. */
export const KINDS = [
  ['robots', 'search_robots', 'Robots'],
  ['publications', 'search_publications', 'Papers'],
  ['certification', 'get_certification_info', 'Laws and standards'],
  ['startups', 'search_startups', 'Startups'],
  ['news', 'get_latest_news', 'News'],
  ['manufacturers', 'search_manufacturers', 'Makers'],
  ['challenges', 'get_open_challenges', 'Challenges'],
] as const;

/** What a search box sends beside the arguments of the search. */
export const WORDS = 'q';
export const KIND = 'kind';
export const VIEW = 'view';
/** A record by its kind and id: `robots/unitree-g1`. */
export const RECORD = 'record';

/** Fields of an address that are arguments of `show` themselves, or say what of it is asked for. */
const FIELDS: readonly string[] = [VIEW, WORDS, KIND, RECORD];

type Values = Readonly<Record<string, unknown>>;

/**
 * The query of the service's address under which the answer to these arguments of `show` stands: a record, a search in
 * words, or any view, such as `?view=compare&ids=spot,unitree-go2`, in which `arguments` are JSON.
 */
export function addressOf(asked: Asked): string {
  const kind = KINDS.find(([, tool]) => tool === asked.tool)?.[0];
  const { query, ...others } = (asked.arguments ?? {}) as Values;
  if (asked.view === 'record') return queryOf({ [RECORD]: asked.ids?.[0] });
  // Challenges and makers have a kind of their own: with it the search is written as arguments.
  const isPlain = FIELDS.every((name) => others[name] === undefined);
  return asked.view === 'table' && kind !== undefined && isPlain
    ? queryOf({ [WORDS]: query ?? '', [KIND]: kind, ...others })
    : queryOf(asked);
}

function queryOf(values: Values): string {
  const params = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, writeValue(value)] as [string, string]],
  );
  // Neither sign ends a query or a field of it.
  return `?${new URLSearchParams(params)}`.replaceAll('%2F', '/').replaceAll('%2C', ',');
}

function writeValue(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
