/**
 * Pools judgements anew after ranking or data have changed:
 * `npm run eval:pool -- --set NAME --out FILE [--tool TOOL] [--beside DIR]` writes, for each topical question of a set, what
 * the first ten of several systems bring by every form of it and nobody has judged, shuffled and without its source: the
 * product, the product on another snapshot (`--beside`), and BM25 over titles.
 * `npm run eval:pool -- --set NAME --merge FILE` adds grades, `{"id","grades":{"record id":0-3}}` a line, to the set.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDataset } from '../src/data/dataset/read.ts';
import { openBundled, openSnapshot } from '../src/data/snapshot/open.ts';
import { programPlace } from '../src/lib/program.ts';
import { type Answerer, answererOn } from './eval/answers.ts';
import { depth } from './eval/ask.ts';
import { bm25Titles } from './eval/bm25.ts';
import { formsOf, type Judgement, judgement, judgementsDir, readSet } from './eval/judgement.ts';
import { mergeGrades } from './eval/merge-grades.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    out: { type: 'string' },
    merge: { type: 'string' },
    tool: { type: 'string', default: 'search_publications' },
    beside: { type: 'string' },
  },
});

/** The ids that some system brings and the judgement does not hold, in an order that tells nothing. */
async function unjudged(judged: Judgement, systems: readonly Answerer[]): Promise<string[]> {
  const found = new Set<string>();
  for (const form of formsOf(judged)) {
    for (const system of systems) {
      const { ids } = await system(form.tool, { ...form.args, limit: depth });
      for (const id of ids) if (!Object.hasOwn(judged.relevant, id)) found.add(id);
    }
  }
  const place = (id: string) => createHash('sha256').update(`${judged.id} ${id}`).digest('hex');
  return [...found].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

async function pool(set: string, out: string): Promise<void> {
  const { records } = readDataset('dataset');
  const catalogue = await openBundled();
  const systems = [
    answererOn(catalogue),
    bm25Titles(records),
    ...(values.beside === undefined
      ? []
      : [answererOn(await openSnapshot({ ...programPlace(), dir: values.beside, trusted: true }))]),
  ];
  const titles = new Map(records.publications.map(({ id, title }) => [id, title]));
  const topical = readSet(judgementsDir, set, judgement).filter(
    ({ kind, tool }) => kind === 'topical' && tool === values.tool,
  );
  const lines: string[] = [];
  for (const judged of topical) {
    const candidates = (await unjudged(judged, systems)).map((id) => ({ id, title: titles.get(id) }));
    const { id, args, forms, note } = judged;
    lines.push(JSON.stringify({ id, args, forms, note, candidates }));
  }
  writeFileSync(out, `${lines.join('\n')}\n`);
}

const { set, out, merge } = values;
if (set === undefined || (out === undefined) === (merge === undefined)) {
  throw new Error('Name --set, and --out or --merge.');
}
if (out !== undefined) await pool(set, out);
if (merge !== undefined) {
  const file = join(judgementsDir, `${set}.jsonl`);
  writeFileSync(file, mergeGrades(readFileSync(file, 'utf8'), readFileSync(merge, 'utf8')));
}
