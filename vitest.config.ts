import { defineConfig } from 'vitest/config';

/**
 * Folders whose tests leave nothing behind in their process: their files share one, and load the program once. All others
 * have a process of their own.
 */
const SHARING = ['arxiv', 'certification', 'kinds', 'lib', 'question', 'search', 'text', 'tools'];

const sharing = SHARING.map((folder) => `test/${folder}/**/*.test.ts`);
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/build-once.ts', 'test/helpers/small-records.ts'],
    // Many tests wait for other processes: two at a time use two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'sharing', include: sharing, isolate: false, ...limits } },
      { test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: sharing, ...limits } },
    ],
  },
});
