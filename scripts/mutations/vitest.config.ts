/** Runs tests on the mutant that the environment gives: scripts/mutations/tests.ts sets it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { withMutant } from './mutant.ts';
import type { Mutation } from './sites.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mutation = JSON.parse(process.env.MUTANT ?? 'null') as Mutation | null;

const mutant: Plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) =>
    mutation !== null && id === join(root, mutation.file) ? withMutant(code, mutation) : undefined,
};

export default defineConfig({
  root,
  plugins: [mutant],
  resolve: { alias: { mutant: join(root, 'scripts/mutations/instead.ts') } },
  test: {
    include: ['test/**/*.test.ts'],
    // What they try runs in processes of its own.
    exclude: [
      'test/data/subscribe/crash.test.ts',
      'test/data/subscribe/program.test.ts',
      'test/packaging/**',
    ],
    maxWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
