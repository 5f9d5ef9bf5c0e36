import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BANDS,
  findViolations,
  readImports,
  readLateImports,
  readValueImports,
} from '../../scripts/imports/imports.ts';

const files: Record<string, string> = {
  'src/text/fold.ts': `export const fold = 1;`,
  'src/text/up.ts': `import type { Tool } from '../tools/tool.ts';\nexport type Up = Tool;`,
  'src/text/lazy.ts': `export const lazy = () => import('../cli/main.ts');`,
  'src/tools/tool.ts': `import { fold } from '../text/fold.ts';\nimport { a } from './a.ts';\nexport type Tool = typeof fold & typeof a;`,
  'src/tools/a.ts': `import {\n  b,\n} from './b.ts';\nexport const a = b;`,
  'src/tools/b.ts': `export { a as b } from './a.ts';`,
  'src/cli/main.ts': `import { readFile } from 'node:fs';\nexport const main = readFile;`,
  'src/lib/late.ts': `import { connect } from 'node:net';\nexport const late = async () => [connect, (await import('node:zlib')).gzip, await import('node:vm')];`,
  'src/attic/old.ts': `export const old = 1;`,
  'src/view/app.tsx': `import type { Tool } from '../tools/tool.ts';\nimport { fold } from '../text/fold.ts';\nexport const App = () => <p>{fold as unknown as Tool}</p>;`,
  'bin/program.ts': `import { main } from '../src/cli/main.ts';\nmain;`,
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'imports-'));
  for (const [file, source] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), source);
  }
});
afterAll(() => rm(root, { recursive: true }));

it('finds imports that run upwards, of types and later ones too, circles, unknown folders, code in a browser, and nameless modules', async () => {
  const names = Object.keys(files);
  const violations = findViolations(
    await readImports(root, names),
    await readValueImports(root, names),
    await readLateImports(root, names),
  );
  expect(violations.sort()).toEqual([
    'Imports in a circle: src/tools/a.ts → src/tools/b.ts → src/tools/a.ts.',
    `src/attic/old.ts stands in no known folder. Folders: ${BANDS.flat().join(', ')}.`,
    'src/lib/late.ts imports node:zlib late: import it at the top, the bundle fetches it when it is first used.',
    'src/text/lazy.ts imports upwards: src/cli/main.ts stands in cli.',
    'src/text/up.ts imports upwards: src/tools/tool.ts stands in tools.',
    'src/view/app.tsx imports more than types: src/text/fold.ts does not run in a browser.',
  ]);
});
