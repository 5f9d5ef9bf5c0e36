/**
 * Lays new and changed records into `dataset/`: `npm run merge:dataset -- CHANGES.jsonl [--dataset DIR] [--dry-run]`.
 * Each line is `{"kind","record"}` for a whole record, `{"kind","id","patch"}` for a merge patch (RFC 7396) with
 * `"sources"` to add or to date, or `{"kind","id","drop":"why"}`. Facts need `"evidence"`: by path, what a page says word for word
 * and its address. Nothing is written if a fact has none or the dataset would have a fault.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { byCodePoint, canonicalLine } from '../src/data/dataset/canonical.ts';
import { checkDataset } from '../src/data/dataset/checks/checks.ts';
import { writeKindLines } from '../src/data/dataset/files.ts';
import { parseFile, readDatasetFiles } from '../src/data/dataset/read.ts';
import { type Kind, kinds } from '../src/kinds/kinds.ts';
import { type Change, mergeChanges, readChanges } from './dataset/changes.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dataset: { type: 'string', default: 'dataset' },
    'dry-run': { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) throw new Error('Name at least one file of changes.');
const changes = positionals.flatMap((file) => readChanges(readFileSync(file, 'utf8'), file));
const problems = await merge(changes);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`Nothing was written: ${problems.length} problem(s).`);
  process.exitCode = 1;
}

async function merge(all: readonly Change[]): Promise<string[]> {
  const dataset = readDatasetFiles(values.dataset);
  const before = new Set(checkDataset(dataset).map(faultText));
  const written = new Map<Kind, readonly string[]>();
  const found: string[] = [];
  const lines = { ...dataset.lines };
  const records = { ...dataset.records };
  for (const kind of kinds) {
    const ofKind = all.filter((change) => change.kind === kind);
    if (ofKind.length === 0) continue;
    const { merged, problems: wrong, summary } = mergeChanges(dataset.lines[kind], ofKind);
    found.push(...wrong);
    const sorted = [...merged].sort(([a], [b]) => byCodePoint(a, b));
    const canonical = sorted.flatMap(([id, record]) => {
      try {
        return [canonicalLine(kind, record)];
      } catch (error) {
        found.push(`${kind} ${id}: ${(error as Error).message.replaceAll(/\s+/g, ' ')}`);
        return [];
      }
    });
    written.set(kind, canonical);
    lines[kind] = canonical;
    records[kind] = parseFile(kind, canonical.join('\n')).records as never;
    console.log(`${kind}: ${summary}`);
  }
  const after = checkDataset({ ...dataset, lines, records });
  found.push(...after.map(faultText).filter((text) => !before.has(text)));
  if (found.length === 0 && !values['dry-run']) {
    for (const [kind, own] of written) {
      await writeKindLines(values.dataset, kind, own, { from: dataset.files?.[kind] });
    }
  }
  return found;
}

function faultText({ check, where, message }: { check: string; where: string; message: string }): string {
  return `${where}: ${message} (${check})`;
}
