import { readFile, stat, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { DataSource } from '../../data/subscribe/local-data.ts';
import { SyncStore } from '../../data/subscribe/store.ts';
import { findVenues } from '../../kinds/vocabularies/venues.ts';
import { platformDirectory } from '../../lib/program.ts';
import {
  type Difference,
  ReferenceChecker,
  type ReferenceVerdict,
} from '../../references/check-reference.ts';
import { type Correction, mendReferences } from '../../references/mend.ts';
import { readReferences } from '../../references/read-others.ts';
import { formOf, type Reference, type ReferenceForm } from '../../references/reference.ts';
import { titlesOf } from '../../references/title-index.ts';
import { gapNote, venueGap } from '../../search/coverage.ts';
import type { KindStore } from '../../search/kind-store.ts';
import type { Command } from '../command.ts';
import { valuesOf, yargsOptions } from '../option-values.ts';
import { PRINT_OPTIONS } from '../options.ts';
import { print } from '../print.ts';
import { type Style, styleFor } from '../render/style.ts';
import { say, type Terminal, UsageError } from '../terminal.ts';

/** A list of 50,000 entries with abstracts has some 60 MB. */
const MAX_BYTES = 256e6;
/** So many venues and years are told of which references were not found. */
const GAPS_TOLD = 8;

interface Checked {
  readonly reference: Reference;
  readonly verdict: ReferenceVerdict;
}

/** Holds a list of references against the data, without any network. */
export const checkCommand: Command = {
  words: '[file]',
  usage:
    '$0 check [FILE]\n\nHold references against the data: verified, corrected, or not in these data. FILE is .bib, .ris, CSL-JSON, or DOIs and titles, one a line; standard input without one.',
  positionals: { file: { type: 'string', describe: 'The list of references' } },
  options: {
    ...yargsOptions(PRINT_OPTIONS),
    fix: {
      type: 'boolean',
      describe: 'Write into FILE what the data have otherwise; print it without a file',
    },
  },
  examples: ['$0 check refs.bib', '$0 check refs.bib --fix', 'echo 10.1109/TRO.2015.2463671 | $0 check'],
  epilogue:
    'Exit code 1: something differs and was not mended. What is not in these data may be right all the same.',
  handler: async (flags, terminal) => {
    const values = valuesOf(flags, terminal.env, PRINT_OPTIONS);
    const file = typeof flags.file === 'string' && flags.file !== '-' ? flags.file : undefined;
    const source = decoded(await bytesOf(file, terminal));
    const form = formOf(source.text, file);
    const references = readAll(source.text, form);
    const { catalogue, warning } = await new DataSource(
      new SyncStore(values['data-dir'] ?? platformDirectory()),
    ).openNewest();
    if (warning !== undefined) say(terminal, `robotics-mcp: ${warning}`);
    try {
      const store = catalogue.store('publications');
      const checker = new ReferenceChecker(store, titlesOf(store));
      const checked = references.map((reference) => ({ reference, verdict: checker.check(reference) }));
      const isMending = flags.fix === true;
      if (isMending) await mend(source, form, checked, { file, terminal });
      const result = {
        summary: counts(checked),
        entries: checked.map(entryOf),
        gaps: gapsOf(checked, store),
      };
      // Without a file the mended list is what is printed.
      if (isMending && file === undefined) say(terminal, summaryOf(result));
      else print(terminal, values.json, result, () => render(result, styleFor(terminal)));
      return !isMending && result.summary.corrected > 0 ? 1 : 0;
    } finally {
      catalogue.close();
    }
  },
};

async function bytesOf(file: string | undefined, { stdin }: Terminal): Promise<Buffer> {
  if (file === undefined) return buffer(stdin);
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new UsageError(`${file} has more than ${MAX_BYTES / 1e6} MB.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
    );
  }
}

interface Source {
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

/** Text in UTF-8, or else in Latin-1, as old lists of references are. */
function decoded(bytes: Buffer): Source {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf8' };
  } catch {
    return { text: bytes.toString('latin1'), encoding: 'latin1' };
  }
}

function readAll(text: string, form: ReferenceForm): Reference[] {
  try {
    return readReferences(text, form);
  } catch (error) {
    throw new UsageError(`This is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function mend(
  { text, encoding }: Source,
  form: ReferenceForm,
  checked: readonly Checked[],
  { file, terminal }: { readonly file: string | undefined; readonly terminal: Terminal },
): Promise<void> {
  const corrections = new Map<number, Correction>();
  for (const [i, { verdict }] of checked.entries())
    if (verdict.is === 'corrected') corrections.set(i, verdict);
  const mended = Buffer.from(mendReferences(text, form, corrections), encoding);
  if (file === undefined) terminal.stdout.write(mended);
  else if (!mended.equals(Buffer.from(text, encoding))) await writeFile(file, mended);
}

interface CheckedEntry {
  readonly key: string;
  readonly status: ReferenceVerdict['is'];
  readonly id?: string;
  readonly differences?: readonly Difference[];
  readonly note?: string;
}

interface Result {
  readonly summary: ReturnType<typeof counts>;
  readonly entries: readonly CheckedEntry[];
  readonly gaps: readonly string[];
}

function entryOf({ reference: { key, isWhole }, verdict }: Checked): CheckedEntry {
  const notes = [
    ...(verdict.is === 'not in these data' && verdict.why !== undefined ? [verdict.why] : []),
    ...(isWhole ? [] : ['read in part only: something is missing in the entry']),
  ];
  return {
    key,
    status: verdict.is,
    ...(verdict.is !== 'not in these data' && { id: verdict.paper.id }),
    ...(verdict.is === 'corrected' && { differences: verdict.differences }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
}

function counts(checked: readonly Checked[]) {
  const count = (status: ReferenceVerdict['is']) =>
    checked.filter(({ verdict }) => verdict.is === status).length;
  return {
    entries: checked.length,
    verified: count('verified'),
    corrected: count('corrected'),
    not_in_these_data: count('not in these data'),
  };
}

/** How much the data hold of the venues and years of what was not found. */
function gapsOf(checked: readonly Checked[], store: KindStore<'publications'>): string[] {
  const asked = new Map<string, { venue: string; year: number | undefined; count: number }>();
  for (const { reference, verdict } of checked) {
    if (verdict.is !== 'not in these data' || reference.venue === undefined) continue;
    for (const venue of findVenues(reference.venue)) {
      const { year } = reference;
      const key = `${venue} ${year}`;
      asked.set(key, { venue, year, count: (asked.get(key)?.count ?? 0) + 1 });
    }
  }
  const most = [...asked.values()].sort((a, b) => b.count - a.count).slice(0, GAPS_TOLD);
  return most.flatMap(({ venue, year }) => venueGap(store, venue, year, year) ?? []).map(gapNote);
}

function render(result: Result, { name, note, soft, strong }: Style): string {
  const marks = {
    verified: soft('verified'),
    corrected: note('corrected'),
    'not in these data': 'not in these data',
  };
  const lines = result.entries.flatMap(({ key, status, id, differences = [], note: said }) => [
    [marks[status], name(key), id, said].filter((part) => part !== undefined).join('  '),
    ...differences.map(
      ({ part, written, held }) =>
        `  ${part}: ${written} ${held === undefined ? 'is not its own' : `→ ${held}`}`,
    ),
  ]);
  return `${[...lines, '', strong(summaryOf(result)), ...result.gaps].join('\n')}\n`;
}

function summaryOf({
  summary: { entries, verified, corrected, not_in_these_data: missing },
}: Result): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}: ${verified} verified, ${corrected} corrected, ${missing} not in these data.`;
}
