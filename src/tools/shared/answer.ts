import { type Kind, type KindIndex, kindIndexes } from '../../kinds/kinds.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { countUpTo } from '../../search/filter-rows.ts';
import type { Filter } from '../../search/filters/filters.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { LeftOut, SearchOutcome } from '../../search/search.ts';
import { compareByKeys, hasValue, isDemoted, keyAt, type SortOrder, topOf } from '../../search/sort.ts';
import { MAX_PREFIX_WORDS } from '../../search/term-index.ts';
import type { WordColumn } from '../../search/word-column.ts';
import { MAX_EXCLUSIONS, MAX_PREFIXES, MAX_TERMS } from '../../text/query.ts';
import type { Answer, Cells, Row, ToolContext } from '../tool.ts';

/** Text renderings for a model to read: no padding, no repeated keys, text from outside kept to one line. */

/** Text from outside as one line of data. */
export function oneLine(text: string): string {
  return sanitizeLine(text);
}

/** A value in one cell: lists by comma, objects as `key value` pairs. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return oneLine(value).replaceAll('|', '/');
  if (Array.isArray(value)) return value.map(cell).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => `${key} ${cell(inner)}`)
      .join('; ');
  }
  return String(value);
}

/** The member of a row that names what was asked for, or belongs to it, and no source says. */
export const NOT_STATED = 'not_stated';

/** How rows are written. */
export interface Writing {
  readonly cells?: Cells;
  /** What is said in a row that lacks a member. */
  readonly lacking?: Readonly<Record<string, string>>;
  /** What none of the answer's rows has: it is said beside them. */
  readonly saidBeside?: readonly string[];
}

/** Records as a table: the field names once, then a line a record. */
export function table(
  records: readonly object[],
  { cells = {}, lacking = {}, saidBeside = [] }: Writing = {},
): string {
  const rows = records as readonly Row[];
  const all = new Set(rows.flatMap((row) => Object.keys(row)));
  const names = [...all].filter((name) => name !== NOT_STATED && cells[name] !== false);
  const further = rows.map((row) =>
    lacksOf(row).filter((name) => !all.has(name) && !saidBeside.includes(name)),
  );
  const hasFurther = further.some((lacks) => lacks.length > 0);
  const lines = rows.map((row, i) => {
    const lacks = new Set(lacksOf(row));
    const written = names.map((name) =>
      row[name] === undefined && lacks.has(name) ? (lacking[name] ?? '') : cellOf(row, name, cells),
    );
    return [...written, ...(hasFurther ? [cell(further[i])] : [])].join(' | ').replace(/( \| )+$/, '');
  });
  return [[...names, ...(hasFurther ? [NOT_STATED] : [])].join(' | '), ...lines].join('\n');
}

/** A row of its own right: a line a member, and what nobody says of it. */
export function wholeRow(record: object, { cells = {}, lacking = {} }: Writing): string {
  const row = record as Row;
  const names = Object.keys(row).filter((name) => name !== NOT_STATED && cells[name] !== false);
  return [
    ...names.map((name) => `${name}: ${cellOf(row, name, cells)}`),
    ...lacksOf(row).map((name) => `${name}: ${lacking[name] ?? 'not stated'}`),
  ].join('\n');
}

/** What was asked for and none of several rows has. */
export function lackedByAll(records: readonly object[]): readonly string[] {
  const rows = records as readonly Row[];
  const [first, another] = rows;
  if (first === undefined || another === undefined) return [];
  return lacksOf(first).filter((name) => rows.every((row) => lacksOf(row).includes(name)));
}

function lacksOf(row: Row): readonly string[] {
  return (row[NOT_STATED] as readonly string[] | undefined) ?? [];
}

function cellOf(row: Row, name: string, cells: Cells): string {
  const write = cells[name];
  return cell(typeof write === 'function' && row[name] !== undefined ? write(row) : row[name]);
}

/** One record with every field on a line of its own; lists of objects get a line an entry. */
export function block(record: object): string {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (Array.isArray(value) && value.length === 0) return `${name}: none recorded`;
      const isList = Array.isArray(value) && value.some((entry) => typeof entry === 'object');
      return isList
        ? [`${name}:`, ...value.map((entry) => `- ${cell(entry)}`)].join('\n')
        : `${name}: ${cell(value)}`;
    })
    .join('\n');
}

/** Counts as `humanoid 78, cobot 86`. */
function counts(facet: Readonly<Record<string, number>>): string {
  return Object.entries(facet)
    .map(([value, count]) => `${oneLine(value)} ${count}`)
    .join(', ');
}

/** The records of one answer are cut at about this many characters, some 10,000 tokens. */
const MAX_CHARACTERS = 40_000;

interface Envelope {
  readonly total: number;
  /** Records that lack a word, or have others that mean the same, beside the total. */
  readonly related?: number;
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly notes?: readonly string[];
  readonly next_cursor?: string;
  /** The notes say it in words. */
  readonly without_filter?: Readonly<Record<string, number>>;
  readonly not_found?: readonly string[];
  /** How the words of the query were read, a row a part. */
  readonly reading?: readonly object[];
}

/** The records of an answer as it shows them. */
export interface Page {
  readonly results: readonly object[];
  readonly body: string;
  /** To the whole records, beside full ones. */
  readonly links?: NonNullable<Answer['links']>;
}

/** As many records as fit into one answer, at least one: those that do not are not read. */
export function fitting<Item, Result extends object>(
  items: readonly Item[],
  read: (item: Item) => Result,
): Result[] {
  const results: Result[] = [];
  let characters = 0;
  for (const item of items) {
    const result = read(item);
    characters += JSON.stringify(result).length;
    if (characters > MAX_CHARACTERS && results.length > 0) break;
    results.push(result);
  }
  return results;
}

/** The answer in both forms, with the same records and fields. */
export function composeAnswer(
  { results, body, links }: Page,
  context: ToolContext,
  envelope: Envelope,
): Answer {
  const { facets = {}, ...others } = envelope;
  // Where all are shown, or none, they help no further call, nor does one value.
  const telling = Object.entries(results.length < others.total && results.length > 0 ? facets : {}).filter(
    ([, facet]) => Object.keys(facet).length > 1,
  );
  const told = { ...others, ...(telling.length > 0 && { facets: Object.fromEntries(telling) }) };
  const dataset = datasetOf(context);
  return {
    structured: { results, ...told, dataset },
    text: textOf(body, results.length, dataInWords(dataset), told),
    ...(links !== undefined && { links }),
  };
}

interface Dataset {
  readonly version: string;
  readonly date: string;
  readonly contributions?: number | undefined;
}

/** The data that an answer is from. */
export function datasetOf({ catalogue, contributions: { count } }: ToolContext): Dataset {
  const { version, date } = catalogue.info;
  return { version, date, ...(count > 0 && { contributions: count }) };
}

/** `data of 2026-11-22`. */
export function dataInWords({ date, contributions }: Dataset): string {
  return `data of ${date}${contributions === undefined ? '' : ` with contributions: ${contributions}`}`;
}

function textOf(body: string, count: number, data: string, envelope: Envelope): string {
  const { total, related = 0, facets = {}, notes = [], next_cursor, ...further } = envelope;
  const { without_filter: _, not_found: __, ...counted } = further;
  const near = related > 0 ? ` and ${related} related` : '';
  const shown = count < total + related ? `, ${count} shown` : '';
  return [
    `${total} ${total === 1 ? 'match' : 'matches'}${near}${shown} (${data})`,
    ...(count > 0 ? [body] : []),
    ...Object.entries(facets).map(([name, facet]) => `${name}: ${counts(facet)}`),
    ...Object.entries(counted).map(([name, value]) => line(name, value)),
    ...notes,
    ...(next_cursor === undefined ? [] : [`next_cursor: ${next_cursor}`]),
  ].join('\n');
}

function line(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const isTable = value.every((entry) => typeof entry === 'object');
    return isTable ? `${name}:\n${table(value as object[])}` : `${name}: ${cell(value)}`;
  }
  if (typeof value === 'object' && value !== null) {
    return `${name}: ${counts(value as Record<string, number>)}`;
  }
  return `${name}: ${String(value)}`;
}

/** What was asked for and none of the rows has; rows of their own right say it themselves. */
export function notStatedNotes(rows: readonly object[], whole: ReadonlySet<number>): string[] {
  if (whole.size > 0) return [];
  return lackedByAll(rows).map((name) => `${name}: stated for none of ${rows.length}.`);
}

/** With more matches than this nobody minds that some records on the page lack a word. */
const FEW_MATCHES = 10;

/** So many papers are named that match by words of their abstracts. */
const BY_ABSTRACT_NAMED = 4;

/** Longer lists of words are cut. */
const WORDS_LISTED = 8;

/** Of the demoted so many are named for each reason. */
const DEMOTED_NAMED = 2;

/** How the order came about, how many have no value for it, and which of the demoted surpass the first. */
export function orderNotes(
  store: KindStore<Kind>,
  order: SortOrder | undefined,
  { matches, page }: SearchOutcome,
  { said, isFirst }: { readonly said: string | undefined; readonly isFirst: boolean },
): string[] {
  const notes = said === undefined ? [] : [said];
  const by = order?.by;
  if (by === undefined || !isFirst) return notes;
  const { name, value, demoted = [], measured } = by;
  const unknown = countUpTo(matches.length, matches, (row) => !hasValue(value, row));
  if (unknown > 0) notes.push(`${unknown} of ${matches.length} state no ${name}: they come last.`);
  notes.push(...measuredNote(measured, matches));
  const last = page.findLast((row) => hasValue(value, row) && !isDemoted(demoted, row));
  if (last === undefined) return notes;
  let better = matches.filter((row) => isDemoted(demoted, row) && keyAt(value, row) < keyAt(value, last));
  for (const { rows, why } of demoted) {
    const own = better.filter((row) => rows[row] === 1);
    better = better.filter((row) => rows[row] !== 1);
    const named = topOf(own, DEMOTED_NAMED, (a, b) => compareByKeys([value], a, b) || store.compareIds(a, b));
    const words = named.map((row) => `${store.idOf(row)} ${value.values[row]}`);
    const more = own.length > named.length ? `, ${own.length - named.length} more` : '';
    if (named.length > 0) notes.push(`Behind the others, since ${why}: ${words.join(', ')}${more}.`);
  }
  return notes;
}

/** How many of the matches were measured in each way, where there are several: all stand in one order. */
function measuredNote(measured: NonNullable<SortOrder['by']>['measured'], matches: Int32Array): string[] {
  if (measured === undefined) return [];
  const { by, say } = measured;
  const counts = new Uint32Array(by.dictionary.length);
  by.count(matches, counts);
  const shares = by.dictionary.flatMap((way, code) => (counts[code] === 0 ? [] : [`${way} ${counts[code]}`]));
  return shares.length < 2 ? [] : [`${say}: ${shares.join(', ')}.`];
}

/** What the words of a query did not find, and what was looked for instead; `isLess` where some of them were left out. */
export function wordNotes(
  store: KindStore<Kind>,
  query: string,
  outcome: SearchOutcome,
  isLess = false,
): string[] {
  const notes: string[] = [];
  for (const word of outcome.unknown) {
    const instead = outcome.corrected[word];
    const shown = `No record has "${oneLine(word)}"`;
    notes.push(instead === undefined ? `${shown}.` : `${shown}: searched for "${instead}" instead.`);
  }
  for (const [word, beside] of Object.entries(outcome.corrected)) {
    if (outcome.unknown.includes(word)) continue;
    notes.push(`Hardly a record has "${oneLine(word)}": searched for "${beside}" too.`);
  }
  if (outcome.byCategory.length > 0) notes.push(categoryNote(store, outcome));
  else if (outcome.related > 0 && outcome.total < FEW_MATCHES) {
    const who =
      outcome.total === 0 ? 'No record has' : outcome.total === 1 ? 'One has' : `${outcome.total} have`;
    notes.push(
      `${who} every ${isLess ? 'other word' : 'word of the query'}; ${outcome.related} are near to it.`,
      ...emptiedNotes(outcome),
    );
  }
  notes.push(...abstractNotes(store, outcome), ...boundNotes(outcome.leftOut));
  // What is excluded is not named as near either.
  const excludes = /(^|\s)-[^\s-]/.test(query);
  if (query !== '' && outcome.textTotal === 0 && !excludes) {
    const names = store.namesLike(query, 3);
    if (names.length > 0) notes.push(`Nearest names: ${names.join(', ')}.`);
  }
  return notes;
}

/** So many words are named of those that keep the others from matching. */
const EMPTYING_NAMED = 2;

/** Which word it is that no record has beside the others. */
function emptiedNotes({ emptiedBy }: SearchOutcome): string[] {
  return emptiedBy
    .slice(0, EMPTYING_NAMED)
    .map(({ word, count }) => `Without "${oneLine(word)}" there would be ${count}.`);
}

/** Of more categories the others are counted. */
const CATEGORIES_NAMED = 2;

/** `7 say it themselves; 132 more are of a category that is used for it: industrial_arm.` */
function categoryNote(store: KindStore<Kind>, { total, byCategory }: SearchOutcome): string {
  const { text }: Pick<KindIndex, 'text'> = kindIndexes[store.kind];
  const field = text.find(({ saidOf }) => saidOf !== undefined)?.saidOf;
  const who =
    total === 0 ? 'None says it' : total === 1 ? 'One says it itself' : `${total} say it themselves`;
  const more = byCategory.length === 1 ? '1 more is' : `${byCategory.length} more are`;
  const of = field === undefined ? '' : `: ${commonest(store.words(field), byCategory)}`;
  return `${who}; ${more} of a ${field} that is used for it${of}.`;
}

function commonest(column: WordColumn, rows: readonly number[]): string {
  const counts = new Uint32Array(column.dictionary.length);
  column.count(Int32Array.from(rows), counts);
  const names = column.dictionary
    .flatMap((name, code) => ((counts[code] as number) > 0 ? [{ name, count: counts[code] as number }] : []))
    .sort((a, b) => b.count - a.count)
    .map(({ name }) => name);
  const more = names.length - CATEGORIES_NAMED;
  return `${names.slice(0, CATEGORIES_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Which records of the page nothing visible explains. */
function abstractNotes(store: KindStore<Kind>, { byAbstract, page }: SearchOutcome): string[] {
  if (byAbstract.length === 0) return [];
  if (byAbstract.length === page.length) return ['By words of their abstracts, which are not shown: all.'];
  const ids = byAbstract.slice(0, BY_ABSTRACT_NAMED).map((index) => store.idOf(index));
  const more = byAbstract.length > ids.length ? ` and ${byAbstract.length - ids.length} more` : '';
  return [`By words of their abstracts, which are not shown: ${ids.join(', ')}${more}.`];
}

const BOUNDS = `${MAX_TERMS} words, ${MAX_PREFIXES} prefixes and ${MAX_EXCLUSIONS} exclusions`;

/** What was not searched for, so that no question holds up the others. */
function boundNotes({ beyond, tooCommon, cut }: LeftOut): string[] {
  const listed = (words: readonly string[]) => {
    const more = words.length > WORDS_LISTED ? ` and ${words.length - WORDS_LISTED} more` : '';
    return `${words.slice(0, WORDS_LISTED).map(oneLine).join(', ')}${more}`;
  };
  return [
    ...(beyond.length > 0 ? [`Left out, since a query has at most ${BOUNDS}: ${listed(beyond)}.`] : []),
    ...(tooCommon.length > 0 ? [`Left out, since too many records have it: ${listed(tooCommon)}.`] : []),
    ...(cut.length > 0 ? [`${listed(cut)}: only the ${MAX_PREFIX_WORDS} commonest words.`] : []),
  ];
}

/** Of named records that a filter keeps out, so many are shown. */
const KEPT_OUT_SHOWN = 3;

/** Records that the query names, with the filters that keep them out and, where a value is unknown or apart, why. */
export function keptOutNotes(
  filters: readonly Filter[],
  keptOut: readonly number[],
  show: (indexes: readonly number[]) => string,
): string[] {
  const byReason = new Map<string, number[]>();
  for (const index of keptOut) {
    const reasons = filters.filter(({ pass }) => pass[index] === 0).map((one) => reasonOf(one, index));
    const reason = reasons.join(' and ');
    byReason.set(reason, [...(byReason.get(reason) ?? []), index]);
  }
  return [...byReason].map(([reason, indexes]) => {
    const rows = indexes.slice(0, KEPT_OUT_SHOWN);
    const more = indexes.length > rows.length ? `; ${indexes.length - rows.length} more` : '';
    return `In the data, but kept out by ${reason}${more}:\n${show(rows)}`;
  });
}

function reasonOf({ name, why, unknownCounts = [] }: Filter, index: number): string {
  const label = unknownCounts.find(({ mask }) => mask[index] === 1)?.label;
  const reason = label === undefined ? why : exclusionInWords(label);
  return reason === undefined ? name : `${name} (${reason})`;
}

/** `unknown payload kg` of `excluded_unknown_payload_kg`. */
export function exclusionInWords(label: string): string {
  return label.replace('excluded_', '').replaceAll('_', ' ');
}

/**
 * What was searched, which filter emptied the answer, what removing it would find and `nearest` gives of that.
 */
export function emptyNotes(
  searched: string,
  filters: readonly Filter[],
  outcome: SearchOutcome,
  nearest: (filters: readonly Filter[]) => readonly string[],
  hasText: boolean,
): string[] {
  if (outcome.page.length > 0) return [];
  if (filters.length === 0 || (outcome.textTotal === 0 && !hasText)) return [searched];
  if (outcome.textTotal === 0) {
    return [
      searched,
      'The query itself finds nothing, whatever the filters: use other words, or filters alone.',
    ];
  }
  const without = (lifted: readonly Filter[]) => nearest(filters.filter((one) => !lifted.includes(one)));
  const found = ({ name }: Filter) => outcome.withoutFilter[name] ?? 0;
  const [best, ...others] = filters
    .filter((one) => found(one) > 0)
    .sort((a, b) => Number(b.isBound ?? false) - Number(a.isBound ?? false) || found(a) - found(b));
  if (best !== undefined) {
    const each = [best, ...others].map((one) => {
      return `${one.remedy ?? `Without ${one.name}`} there would be ${found(one)}.`;
    });
    return [searched, ...each, `Nearest, without ${best.name}: ${without([best]).join(', ')}.`];
  }
  const names = filters.map(({ name }) => name).join(', ');
  const pairs = filters.flatMap((one, i) => filters.slice(i + 1).map((other) => [one, other] as const));
  const pair = pairs.slice(0, PAIRS_TRIED).find((two) => without(two).length > 0);
  return [
    searched,
    `Nothing meets ${names} together; no single one of them is the cause.`,
    ...(pair === undefined
      ? []
      : [`Nearest, without ${pair.map(({ name }) => name).join(' and ')}: ${without(pair).join(', ')}.`]),
  ];
}

/** Where no single filter is the cause, so many pairs are left out in turn. */
const PAIRS_TRIED = 10;

/** `Searched 631 robots for query "…", country "…".` */
export function searchedNote(kind: string, count: number, args: object): string {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const asked = given.map(([name, value]) => `${name} ${oneLine(JSON.stringify(value))}`).join(', ');
  return `Searched ${count} records of ${kind}${asked === '' ? '' : ` for ${asked}`}.`;
}
