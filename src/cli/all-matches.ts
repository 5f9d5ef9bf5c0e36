import type { CallToolResult } from '@modelcontextprotocol/server';
import { joinEntries } from '../kinds/publications/cite.ts';
import type { CitationForm } from '../kinds/publications/publication.ts';
import { columnsOf, csvText, flatten } from '../lib/csv.ts';
import { say, stepReporter, type Terminal } from './terminal.ts';

type Args = Readonly<Record<string, unknown>>;

/** Forms in which a search is written into a file. */
export type FileForm = CitationForm | 'csv';

/** A search answers no more at once. */
const PAGE = 50;
/** Who wants more takes all there is by `export`. */
const MOST_WRITTEN = 5_000;

/**
 * How many matches are wanted: as many as were asked for; else all, for a file or a pipe, or a page for somebody who looks
 * on and has not asked for it. Undefined for one page.
 */
export function wantedMatches(args: Args, { stdout }: Pick<Terminal, 'stdout'>): number | undefined {
  if (args.cursor !== undefined || args.ids !== undefined) return undefined;
  if (args.limit === undefined) return stdout.isTTY === true ? undefined : MOST_WRITTEN;
  const limit = Number(args.limit);
  // What is no number is refused by the tool.
  return Number.isInteger(limit) && limit > PAGE ? Math.min(limit, MOST_WRITTEN) : undefined;
}

/** The arguments that ask for the first page of so many matches. */
export function withPageLimit(args: Args, wanted: number | undefined): Args {
  return wanted === undefined ? args : { ...args, limit: Math.min(PAGE, wanted) };
}

interface Found {
  readonly results: readonly Args[];
  readonly total: number;
  readonly related?: number;
  readonly next_cursor?: string;
  readonly notes?: readonly string[];
}

/** The rest of the matches of a search, page by page; what fails on the way ends them. */
async function furtherMatches(
  first: Found,
  wanted: number,
  ask: (page: Args) => Promise<CallToolResult>,
  step: (text: string) => void,
): Promise<Found> {
  const results = [...first.results];
  let cursor = first.next_cursor;
  while (cursor !== undefined && results.length < Math.min(wanted, first.total)) {
    step(`${results.length} of ${Math.min(wanted, first.total)}`);
    const answer = await ask({ cursor, limit: Math.min(PAGE, wanted - results.length) });
    if (answer.isError === true) break;
    const page = answer.structuredContent as unknown as Found;
    results.push(...page.results);
    cursor = page.next_cursor;
  }
  const { next_cursor: _, ...rest } = first;
  return { ...rest, results, ...(cursor !== undefined && { next_cursor: cursor }) };
}

interface Writing {
  readonly form: FileForm;
  readonly wanted: number | undefined;
  ask(page: Args): Promise<CallToolResult>;
}

/** Writes what a search finds alone on stdout, so that it can go into a file; what else there is to know on stderr. */
export async function writeMatches(
  { structuredContent }: CallToolResult,
  { form, wanted, ask }: Writing,
  terminal: Terminal,
): Promise<void> {
  const first = structuredContent as unknown as Found;
  const found =
    wanted === undefined ? first : await furtherMatches(first, wanted, ask, stepReporter(terminal));
  const { results, total, related = 0, next_cursor, notes = [] } = found;
  // Those that only come near are listed where nothing matches, and nothing in a file would tell them apart.
  const matches = related > 0 && form !== 'csv' ? [] : results.slice(0, total);
  terminal.stdout.write(textOf(matches, form));
  const unit = form === 'csv' ? 'rows' : 'entries';
  const isMore = next_cursor !== undefined && matches.length < total;
  const rest = isMore
    ? ` All of them: write into a file, as in > matches.${SUFFIXES[form]}, or give --limit ${Math.min(total, MOST_WRITTEN)}.`
    : '';
  // What is said of pages is no matter of a file.
  const own = notes.filter((note) => !note.includes('next_cursor'));
  const said = [...own, `${matches.length} of ${total} ${unit}.${rest}`];
  for (const sentence of said) say(terminal, sentence);
}

const SUFFIXES: Readonly<Record<FileForm, string>> = {
  bibtex: 'bib',
  ris: 'ris',
  'csl-json': 'json',
  csv: 'csv',
};

function textOf(matches: readonly Args[], form: FileForm): string {
  if (form === 'csv') {
    const rows = matches.map((match) => flatten(match));
    return csvText(columnsOf(rows), rows);
  }
  return `${joinEntries(
    matches.map(({ citation }) => citation as string | object),
    form,
  )}\n`;
}
