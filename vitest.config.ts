import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/build-once.ts', 'test/helpers/small-records.ts'],
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/helpers/given-back.ts'],
    // The files share three processes, which load the program once, not once a file; each gives back what it changes.
    // Where programs are started or a database is asked, a process waits half of the time: three use two cores.
    isolate: false,
    maxWorkers: 3,
    // What hangs is broken off; a test of two seconds takes twenty where much else runs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
