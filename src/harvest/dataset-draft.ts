import { byCodePoint, canonicalLine, type SourceOf, sourceSchemas } from '../data/dataset/canonical.ts';
import { checkDataset } from '../data/dataset/checks/checks.ts';
import { type DatasetFile, writeKindLines } from '../data/dataset/files.ts';
import { type DatasetFiles, datasetError, readKind, readVersion } from '../data/dataset/read.ts';
import { type Kind, kinds, type RecordsByKind } from '../kinds/kinds.ts';
import { surname } from '../kinds/publications/publication-id.ts';
import { realSystem, type System } from '../lib/system.ts';
import { compact } from '../text/fold.ts';
import { withoutTrailing } from '../text/trailing.ts';
import { type DatedHeadline, KnownEvents } from './feeds/same-event.ts';

type Paper = SourceOf<'publications'>;

/** The records of the next version so far: those of the dataset, with what the run has added. */
export class KnownRecords {
  readonly #records = new Map<Kind, Map<string, SourceOf<Kind>>>(kinds.map((kind) => [kind, new Map()]));
  /** Ids of papers by lower-case alias and by title with first surname. */
  readonly #aliases = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  /** Ids of news by address, and whose a description or summary is. */
  readonly #newsAddresses = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  /** Made when it is first asked for: few sources tell events. */
  #events: KnownEvents | undefined;

  find<K extends Kind>(kind: K, id: string): SourceOf<K> | undefined {
    return this.#records.get(kind)?.get(id) as SourceOf<K> | undefined;
  }

  all<K extends Kind>(kind: K): Iterable<SourceOf<K>> {
    return (this.#records.get(kind)?.values() ?? []) as Iterable<SourceOf<K>>;
  }

  count(kind: Kind): number {
    return this.#records.get(kind)?.size ?? 0;
  }

  put<K extends Kind>(kind: K, record: SourceOf<K>): void {
    this.#records.get(kind)?.set(record.id, record);
    const text =
      'description' in record ? record.description : 'summary' in record ? record.summary : undefined;
    if (text !== undefined) this.#texts.set(compact(text), `${kind} ${record.id}`);
    if (kind === 'publications') this.#indexPaper(record as Paper);
    if (kind === 'news') this.#indexNews(record as SourceOf<'news'>);
  }

  /** The paper with an arXiv id, a DOI or a former id. */
  paperCalled(alias: string): Paper | undefined {
    const id = this.#aliases.get(alias.toLowerCase());
    return id === undefined ? undefined : this.find('publications', id);
  }

  /** The paper with this title whose first author has this surname. */
  paperTitled(title: string, authors: readonly string[]): Paper | undefined {
    const id = this.#titles.get(titleKey(title, authors));
    return id === undefined ? undefined : this.find('publications', id);
  }

  /** The news item that names this page, as its own or among its sources. */
  newsAt(url: string): SourceOf<'news'> | undefined {
    const id = this.#newsAddresses.get(addressKey(url));
    return id === undefined ? undefined : this.find('news', id);
  }

  /** The news item that tells the same event. */
  newsTelling(event: DatedHeadline): SourceOf<'news'> | undefined {
    if (this.#events === undefined) {
      this.#events = new KnownEvents();
      for (const item of this.all('news')) this.#events.put(item.id, item);
    }
    const id = this.#events.find(event);
    return id === undefined ? undefined : this.find('news', id);
  }

  /** `news 2026-…`: the record that has this description or summary. */
  ownerOfText(text: string): string | undefined {
    return this.#texts.get(compact(text));
  }

  #indexPaper(paper: Paper): void {
    for (const alias of [paper.id, ...paper.aliases]) this.#aliases.set(alias.toLowerCase(), paper.id);
    this.#titles.set(titleKey(paper.title, paper.authors), paper.id);
  }

  #indexNews(item: SourceOf<'news'>): void {
    this.#events?.put(item.id, item);
    for (const url of [item.url, ...item.sources.map((source) => source.url)]) {
      this.#newsAddresses.set(addressKey(url), item.id);
    }
  }
}

/** Scheme, `www.`, campaign parameters, a fragment and a slash at the end make no other page. */
export function addressKey(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  for (const name of [...parsed.searchParams.keys()]) {
    if (/^(?:utm_|mc_|fbclid|gclid|ref$|cmpid)/i.test(name)) parsed.searchParams.delete(name);
  }
  const host = parsed.host.replace(/^www\./, '');
  return `${host}${withoutTrailing(parsed.pathname, /\//)}${parsed.search}`;
}

function titleKey(title: string, authors: readonly string[]): string {
  return `${compact(title)} ${surname(authors[0] ?? '')}`;
}

/** A record that a run has put into the draft, and is not yet written. */
interface Staged {
  readonly kind: Kind;
  readonly id: string;
  readonly line: string;
}

/** The dataset of the next version: the publisher's files with what a run has accepted. */
export class DatasetDraft {
  readonly directory: string;
  readonly known = new KnownRecords();
  readonly #lines = new Map<Kind, Map<string, string>>();
  /** As they were read, or written since. */
  readonly #files = new Map<Kind, readonly DatasetFile[]>();
  readonly #staged = new Map<string, Staged>();
  readonly #system: System;

  private constructor(directory: string, system: System) {
    this.directory = directory;
    this.#system = system;
  }

  /** Reads a dataset folder. Throws a DataError for one that has faults itself. */
  static open(directory: string, system = realSystem): DatasetDraft {
    const draft = new DatasetDraft(directory, system);
    readVersion(directory, system.files);
    for (const kind of kinds) {
      const { records, lines, files, faults } = readKind(directory, kind, system.files);
      if (faults.length > 0) throw datasetError(faults);
      draft.#files.set(kind, files);
      draft.#lines.set(kind, new Map(records.map(({ id }, i) => [id, lines[i] ?? ''])));
      for (const record of records) draft.known.put(kind, record);
    }
    return draft;
  }

  /** How many records are accepted and not yet written. */
  get size(): number {
    return this.#staged.size;
  }

  /**
   * Takes a record into the draft if it keeps to all rules of the dataset, of the day that is given. Else says what
   * is wrong with it, and takes nothing.
   */
  put<K extends Kind>(kind: K, record: SourceOf<K>, today: string): string | undefined {
    const parsed = sourceSchemas[kind].safeParse(record);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return `${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'not valid'}`;
    }
    const line = canonicalLine(kind, record);
    const fault = this.#faultOf(kind, record, line, today);
    if (fault !== undefined) return fault;
    this.#staged.set(`${kind} ${record.id}`, { kind, id: record.id, line });
    this.known.put(kind, record);
    return undefined;
  }

  /**
   * Writes the files that have changed, each replaced at once. Throws a DataError, overtaken, where somebody else has
   * changed one since it was read.
   */
  async save(): Promise<void> {
    const changed = new Set([...this.#staged.values()].map(({ kind }) => kind));
    for (const { kind, id, line } of this.#staged.values()) this.#lines.get(kind)?.set(id, line);
    for (const kind of changed) {
      const sorted = [...(this.#lines.get(kind) ?? [])].sort(([a], [b]) => byCodePoint(a, b));
      const lines = sorted.map(([, line]) => line);
      const options = { from: this.#files.get(kind), system: this.#system };
      this.#files.set(kind, await writeKindLines(this.directory, kind, lines, options));
    }
    this.#staged.clear();
  }

  #faultOf<K extends Kind>(kind: K, record: SourceOf<K>, line: string, today: string): string | undefined {
    const repeated = this.#repeatOf(kind, record);
    if (repeated !== undefined) return repeated;
    const [fault] = checkDataset(this.#datasetOf(kind, record, line, today));
    return fault?.message;
  }

  /** Faults that only a comparison with other records shows. */
  #repeatOf<K extends Kind>(kind: K, record: SourceOf<K>): string | undefined {
    if (kind === 'publications') {
      const { id, aliases } = record as SourceOf<'publications'>;
      for (const alias of aliases) {
        const owner = this.known.paperCalled(alias);
        if (owner !== undefined && owner.id !== id) return `alias ${alias} belongs to ${owner.id} too`;
      }
    }
    const text =
      'description' in record ? record.description : 'summary' in record ? record.summary : undefined;
    const owner = text === undefined ? undefined : this.known.ownerOfText(text);
    return owner === undefined || owner === `${kind} ${record.id}` ? undefined : `says the same as ${owner}`;
  }

  /** A dataset of this record alone, with the makers that a robot may name. */
  #datasetOf<K extends Kind>(kind: K, record: SourceOf<K>, line: string, today: string): DatasetFiles {
    const none = Object.fromEntries(kinds.map((each) => [each, []])) as unknown as RecordsByKind;
    const own = kind === 'publications' ? { ...record, topics: [] } : record;
    const maker =
      'manufacturer' in record ? this.known.find('manufacturers', record.manufacturer.id) : undefined;
    return {
      version: { version: today.replaceAll('-', '.'), date: today },
      records: { ...none, ...(maker !== undefined && { manufacturers: [maker] }), [kind]: [own] },
      lines: { ...(none as unknown as DatasetFiles['lines']), [kind]: [line] },
      faults: [],
    };
  }
}
