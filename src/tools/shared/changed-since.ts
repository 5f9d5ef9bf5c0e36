import type { Kind } from '../../kinds/kinds.ts';
import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import type { Catalogue } from '../../search/catalogue.ts';
import type { FieldChange, VersionHistory } from '../../search/change-table.ts';
import type { Filter } from '../../search/filters/filters.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { oneLine } from './answer.ts';
import { readDate } from './read-words.ts';

/** Versions named in a refusal, the newest. */
const VERSIONS_NAMED = 8;
/** Removed records that an answer names. */
const REMOVED_NAMED = 20;

/** The versions that came after a version, or on or after a date. */
interface Since {
  /** Oldest first. */
  readonly versions: readonly VersionHistory[];
  /** The version of which no more is known than that it was: what changed before it is not told. */
  readonly begins: { readonly version: string; readonly date: string };
  /** True for a time before history begins. */
  readonly isBefore: boolean;
}

const versionForm = /^\d{4}\.\d{2}\.\d{2}(?:\.\d{1,4})?$/;

/** Reads a version (`2026.11.20`) or a date. Throws INVALID_ARGUMENT for what is neither, and for a version that never was. */
export function readSince(field: string, text: string, catalogue: Catalogue, today: string): Since {
  const { history } = catalogue;
  const [first = { ...catalogue.info, kinds: {} }] = history;
  const begins = { version: first.version, date: first.date };
  if (versionForm.test(text)) {
    const at = history.findIndex(({ version }) => version === text);
    const isBefore = dayOf(text) < first.date;
    if (at === -1 && !isBefore) throw noVersion(field, text, catalogue);
    return { versions: history.slice(Math.max(at + 1, 1)), begins, isBefore };
  }
  const day = readDate(field, text, today, 'start').padEnd('YYYY-MM-DD'.length, '-01');
  return {
    versions: history.slice(1).filter(({ date }) => date >= day),
    begins,
    isBefore: day <= first.date,
  };
}

function dayOf(version: string): string {
  return version.split('.').slice(0, 3).join('-');
}

function noVersion(field: string, text: string, { history }: Catalogue): ToolError {
  const known = history.map(({ version }) => version);
  const shown = [...new Set([...nearest(text, known, 2), ...known.slice(-VERSIONS_NAMED)])];
  return new ToolError(
    'INVALID_ARGUMENT',
    `${field}: there was no version ${oneLine(text)}. Versions: ${shown.join(', ')}; or write a date.`,
    { field, accepted: shown },
  );
}

/** Where history begins, for who asked for an earlier time. */
export function beginningNote({ begins, isBefore }: Since): string[] {
  if (!isBefore) return [];
  return [
    `History begins with version ${begins.version} of ${begins.date}: what changed up to it is not known, and not listed.`,
  ];
}

/** Added by a version, contributed since the last one, or changed in these fields. */
type Became = 'added' | 'contributed' | Readonly<Record<string, FieldChange>>;

interface Changed {
  readonly filter: Filter;
  readonly notes: readonly string[];
  readonly extra: { readonly removed?: readonly string[] };
  /** The member of a concise row that says what changed. */
  named(id: string): { readonly changed?: string };
  /** The same of a full one. */
  told(id: string): { readonly changed?: Became };
}

/** The filter of `changed_since`, with what became of each record that passes. */
export function changedSince(
  text: string | undefined,
  kind: Kind,
  { catalogue, today }: ToolContext,
): Changed | undefined {
  if (text === undefined) return undefined;
  const since = readSince('changed_since', text, catalogue, today);
  const { became, removed } = outcomesOf(since.versions, kind);
  for (const id of catalogue.contributed(kind)) if (!became.has(id)) became.set(id, 'contributed');
  const store = catalogue.store(kind);
  const pass = new Uint8Array(store.size);
  for (const id of became.keys()) {
    const index = store.indexOf(id);
    if (index !== undefined && store.idOf(index) === id) pass[index] = 1;
  }
  const gone = removed.length > REMOVED_NAMED ? [`${removed.length} were removed: some are named.`] : [];
  return {
    filter: { name: 'changed_since', pass },
    notes: [...beginningNote(since), ...gone],
    extra: removed.length === 0 ? {} : { removed: removed.slice(0, REMOVED_NAMED) },
    named: (id) => {
      const what = became.get(id);
      if (what === undefined) return {};
      return { changed: typeof what === 'string' ? what : Object.keys(what).join(', ') };
    },
    told: (id) => {
      const what = became.get(id);
      return what === undefined ? {} : { changed: what };
    },
  };
}

/** What became of each record over several versions: what was added and removed again is not told. */
export function outcomesOf(versions: readonly VersionHistory[], kind: Kind) {
  const became = new Map<string, Became>();
  const removed = new Set<string>();
  for (const { kinds } of versions) {
    const { added = [], changed = [], removed: gone = [] } = kinds[kind] ?? {};
    for (const id of added) {
      became.set(id, 'added');
      removed.delete(id);
    }
    for (const { id, fields } of changed) {
      const known = became.get(id);
      if (typeof known !== 'string') became.set(id, joined(known ?? {}, fields));
    }
    for (const id of gone) {
      if (became.get(id) !== 'added') removed.add(id);
      became.delete(id);
    }
  }
  return { became, removed: [...removed].sort() };
}

/** From what a field was first to what it is last. */
function joined(
  first: Readonly<Record<string, FieldChange>>,
  last: Readonly<Record<string, FieldChange>>,
): Record<string, FieldChange> {
  const all = Object.entries(last).map(([name, { to }]): [string, FieldChange] => {
    const { from } = first[name] ?? last[name] ?? {};
    return [name, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
  return { ...first, ...Object.fromEntries(all) };
}
