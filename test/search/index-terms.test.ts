import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../src/data/snapshot/build.ts';
import { readStated } from '../../src/data/snapshot/open.ts';
import { apply } from '../../src/data/subscribe/apply.ts';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import { Catalogue } from '../../src/search/catalogue.ts';
import type { IndexTerms } from '../../src/search/index-terms.ts';
import { relatedPapers } from '../../src/search/related-papers.ts';
import { parseQuery } from '../../src/text/query.ts';
import { onlyRecords, paperWith, sqlite, wasmPath } from '../helpers/catalogue.ts';
import { toolsOver } from '../helpers/tools.ts';

const version = { version: '2026.11.20', date: '2026-11-20' };
const papers = [
  paperWith({ id: 'paper-a', authors: ['Ada Byron'], title: 'Grasping with a soft hand' }),
  paperWith({ id: 'paper-b', authors: ['Grace Hopper'], title: 'Compliant fingers' }),
  paperWith({
    id: 'paper-c',
    authors: ['Mary Shelley'],
    title: 'Walking on ice, and what the weather has to do with it',
  }),
  paperWith({ id: 'paper-d', authors: ['Jane Austen'], title: 'Friction' }),
];
const records = onlyRecords({ publications: papers });
const terms: IndexTerms = new Map([
  ['paper-b', ['grasping', 'tomato']],
  ['paper-c', ['friction']],
]);

async function opened(of: IndexTerms): Promise<Catalogue> {
  const engine = await sqlite();
  return new Catalogue(new engine.Database(buildSnapshot(engine, { version, records, terms: of }).bytes));
}

function found(catalogue: Catalogue, text: string): string[] {
  const request = { text: parseQuery(text), filters: [], facets: [], limit: 10 };
  const { page } = catalogue.search('publications', request);
  return [...page].map((index) => catalogue.store('publications').idOf(index));
}

it('a paper is found by a word of its abstract, after the papers whose titles have it', async () => {
  const catalogue = await opened(terms);
  expect(found(catalogue, 'grasping')).toEqual(['paper-a', 'paper-b']);
  expect(found(catalogue, 'walking friction')).toEqual(['paper-c', 'paper-d']);
  catalogue.close();
  const without = await opened(new Map());
  expect(found(without, 'grasping')).toEqual(['paper-a']);
  expect(found(without, 'walking friction')[0]).toBe('paper-d');
  expect(without.indexTerms()).toEqual(new Map());
  without.close();
});

it('a search tells the papers that nothing visible explains', async () => {
  const catalogue = await opened(terms);
  const hidden = (text: string) => {
    const request = { text: parseQuery(text), filters: [], facets: [], limit: 10 };
    const { byAbstract } = catalogue.search('publications', request);
    return byAbstract.map((index) => catalogue.store('publications').idOf(index));
  };
  expect(hidden('grasping')).toEqual(['paper-b']);
  expect(hidden('walking friction')).toEqual(['paper-c']);
  expect(hidden('compliant')).toEqual([]);
  expect(hidden('compliant friction')).toEqual(['paper-c']);
  const { notes } = await toolsOver(catalogue).ask('search_publications', { query: 'grasping' });
  expect(notes).toEqual(['By words of their abstracts, which are not shown: paper-b.']);
  catalogue.close();
});

it('neither a quoted phrase nor what is excluded looks at them, and no record shows them', async () => {
  const catalogue = await opened(terms);
  expect(found(catalogue, '"grasping"')).toEqual(['paper-a']);
  expect(found(catalogue, 'compliant -grasping')).toEqual(['paper-b']);
  expect(JSON.stringify(catalogue.records())).not.toContain('tomato');
  catalogue.close();
});

it('papers are like one by terms of both abstracts, and it is said that these nobody sees', async () => {
  const catalogue = await opened(
    new Map([
      ['paper-a', ['firmness', 'tomato']],
      ['paper-b', ['grasping', 'tomato']],
      ['paper-c', ['firmness', 'tomato']],
    ]),
  );
  const store = catalogue.store('publications');
  const { like, why } = relatedPapers(store, 0);
  const { rows } = like([]);
  const said = [...rows].map((row) => [store.idOf(row), why?.(row, store.record(row))]);
  expect(said).toEqual([
    ['paper-c', 'what its abstract says'],
    ['paper-b', 'what its abstract says'],
  ]);
  catalogue.close();
});

it('they change neither the records nor their hash, and come out as they went in', async () => {
  const engine = await sqlite();
  const [bare, indexed] = [{}, { terms }].map((more) => buildSnapshot(engine, { version, records, ...more }));
  expect(indexed?.manifest.content_sha256).toBe(bare?.manifest.content_sha256);
  expect(indexed?.manifest.sha256).not.toBe(bare?.manifest.sha256);
  const again = buildSnapshot(engine, { version, records, terms });
  expect(again.manifest.sha256).toBe(indexed?.manifest.sha256);
  const catalogue = await opened(terms);
  expect(catalogue.indexTerms()).toEqual(terms);
  catalogue.close();
});

it('who syncs keeps them: data that are indexed anew take them along', async () => {
  const home = mkdtempSync(join(tmpdir(), 'index-terms-'));
  try {
    const { bytes, manifest } = buildSnapshot(await sqlite(), { version, records, terms });
    writeFileSync(join(home, manifest.file), bytes);
    const base = { manifest, directory: home };
    const fetched = { way: 'deltas', entries: [], files: [] } as const;
    const store = new SyncStore(home);
    await store.prepare();
    const applied = await apply({ home, wasm: wasmPath, manifest, base, fetched });
    const stored = await readStated(applied.manifest, store.directory, await sqlite());
    expect(stored.terms).toEqual(terms);
  } finally {
    rmSync(home, { recursive: true });
  }
});
