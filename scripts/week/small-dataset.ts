import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf } from '../../src/data/dataset/canonical.ts';
import { checkDataset } from '../../src/data/dataset/checks/checks.ts';
import { readKindLines } from '../../src/data/dataset/files.ts';
import { readDatasetFiles } from '../../src/data/dataset/read.ts';
import { kinds } from '../../src/kinds/kinds.ts';
import { frozenDataset } from '../sync/small-versions.ts';

/** Writes a dataset of frozen records that passes all checks: those that name others which are not frozen are left out. */
export function writeSmallDataset(folder: string, date: string): void {
  cpSync(frozenDataset, folder, { recursive: true });
  writeFileSync(join(folder, 'VERSION'), JSON.stringify({ version: date.replaceAll('-', '.'), date }));
  for (;;) {
    const faulty = new Set([...checkDataset(readDatasetFiles(folder))].map(({ where }) => where));
    if (faulty.size === 0) return;
    let left = 0;
    for (const kind of kinds) {
      const file = fileOf(kind);
      const lines = readKindLines(folder, kind);
      const kept = lines.filter((line) => !faulty.has(`${file}:${(JSON.parse(line) as { id: string }).id}`));
      left += lines.length - kept.length;
      writeFileSync(join(folder, file), kept.map((line) => `${line}\n`).join(''));
    }
    if (left === 0) throw new Error(`The frozen records have faults: ${[...faulty].join(', ')}`);
  }
}
