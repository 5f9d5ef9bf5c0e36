import { defineConfig } from 'vitest/config';

/** Folders whose tests take a process of their own for each file: they start others, or change what the process has. */
const ALONE = ['browser', 'cli', 'e2e', 'golden', 'packaging', 'postgres'];

const alone = ALONE.map((folder) => `test/${folder}/**/*.test.ts`);
const limits = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/build-once.ts', 'test/helpers/small-records.ts'],
    projects: [
      // They wait for other processes half of the time: three at once use two cores.
      { test: { name: 'alone', include: alone, sequence: { groupOrder: 0 }, maxWorkers: 3, ...limits } },
      // The files of all other folders share two processes, which load the program once, not once a file.
      // A process is gone on with only by what comes next, so that these come in a group of their own.
      {
        test: {
          name: 'sharing',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          ...limits,
        },
      },
    ],
  },
});
