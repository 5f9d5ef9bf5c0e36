import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { explained } from '../../scripts/mutations/explained.ts';
import { judge } from '../../scripts/mutations/judge.ts';
import { findMutations, type Mutation } from '../../scripts/mutations/sites.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('mutations', () => {
  let mutations: readonly Mutation[] = [];
  beforeAll(() => {
    mutations = findMutations(root);
  });

  it('are found wherever files are changed', () => {
    const ids = mutations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        'src/contributions/journal/writer.ts #writeTo: open.file.flush',
        'src/lib/atomic-file.ts replaceFile: files.rename',
        'src/lib/lock.ts create: files.create',
        'src/data/subscribe/store.ts #replace: replaceFile',
      ]),
    );
  });

  it('that survive are explained, and none that is not there', () => {
    const ids = new Set(mutations.map(({ id }) => id));
    expect(Object.keys(explained).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('of a flush, a renaming and a checksum are caught by the simulation', { timeout: 120_000 }, async () => {
    const wanted = [
      'src/contributions/journal/compact.ts seal: files.rename',
      'src/contributions/journal/line.ts readLine: hashOf(json) !== line.slice(0, DIGEST_LENGTH)',
      'src/contributions/journal/writer.ts #writeTo: open.file.flush',
    ];
    const cache = join(root, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    const directory = await mkdtemp(join(cache, 'mutants-'));
    try {
      const chosen = mutations.filter(({ id }) => wanted.includes(id));
      const options = {
        root,
        directory,
        kinds: ['events'],
        histories: 80,
        seed: 1,
        tests: false,
        together: 1,
        onJudged: () => undefined,
      };
      const judged = await judge(chosen, options);
      expect(judged.map(({ verdict }) => verdict)).toEqual(['caught', 'caught', 'caught']);
      expect(judged.every(({ by, histories = 0 }) => by !== undefined && histories > 0)).toBe(true);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
