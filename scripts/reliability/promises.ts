/** Something that the product promises, and what tries to break it. */
export interface Promised {
  readonly promise: string;
  /** Where it is stated: files in docs/, without their ending, or README. */
  readonly stated: readonly string[];
  /** Runs whose reports lie in docs/reliability, by their names in runs.ts. */
  readonly runs: readonly string[];
  /** Files in test/ that run with every change. */
  readonly tests: readonly string[];
  /** Commands whose figures are in the pages that state the promise. */
  readonly commands?: readonly string[];
}

/** In the order in which they are shown. */
export const promises: readonly Promised[] = [
  {
    promise:
      'A contribution that was acknowledged is there once and whole, whatever is killed, fills up, fails or loses power; one that was not is whole or absent.',
    stated: ['contributions'],
    runs: ['simulation-events', 'mutations'],
    tests: [
      'scripts/simulation.test.ts',
      'contributions/journal/journal-store.test.ts',
      'contributions/journal/faults.test.ts',
      'scripts/crash/crash.test.ts',
    ],
    commands: ['npx tsx scripts/crash-test.ts contributions 300'],
  },
  {
    promise:
      'Every file that a process leaves opens, or is set aside with words that say what is lost and what to do.',
    stated: ['contributions'],
    runs: ['simulation-sync', 'simulation-events'],
    tests: ['cli/commands/damage.test.ts', 'contributions/journal/faults.test.ts'],
  },
  {
    promise: 'A key that was added is good, one that was revoked is not, in every process at once.',
    stated: ['security'],
    runs: ['simulation-keys', 'simulation-events', 'mutations'],
    tests: ['auth/keys.test.ts', 'e2e/auth.test.ts'],
  },
  {
    promise:
      'A directory of releases hands out the version before or the new one, whole; the next run goes on.',
    stated: ['releasing'],
    runs: ['simulation-releases', 'mutations'],
    tests: ['publish/kill.test.ts', 'publish/release.test.ts'],
    commands: ['npx tsx scripts/crash-test.ts release 200'],
  },
  {
    promise:
      'A client that syncs uses the old version or the new one, whole, and answers each question from one.',
    stated: ['syncing'],
    runs: ['simulation-sync', 'mutations'],
    tests: ['data/subscribe/crash.test.ts', 'data/subscribe/store.test.ts', 'protocol/swap.test.ts'],
    commands: ['npx tsx scripts/crash-test.ts sync 200'],
  },
  {
    promise:
      'No data that were altered, replayed, withheld in part or signed by a stranger are taken; the local data stay.',
    stated: ['syncing', 'security'],
    runs: ['attacks'],
    tests: [
      'data/subscribe/attacks.test.ts',
      'data/subscribe/bit-flips.test.ts',
      'data/releases/signing.test.ts',
    ],
  },
  {
    promise:
      'A harvest that is killed, or whose disk fails, loses nothing: the next run finds the rest, and writes none twice.',
    stated: ['harvesting'],
    runs: ['simulation-harvest'],
    tests: ['harvest/whole-day.test.ts', 'harvest/harvest.test.ts'],
  },
  {
    promise: "A host's configuration is edited as a whole or left as it is, with a copy of what was there.",
    stated: ['install'],
    runs: ['simulation-install'],
    tests: [
      'cli/commands/install.test.ts',
      'cli/install/edit-json.test.ts',
      'cli/install/random-json.test.ts',
    ],
  },
  {
    promise:
      'Whatever bytes arrive, over HTTP or stdio, are answered as the revision of the protocol has it, or refused in words.',
    stated: ['conformance', 'security'],
    runs: ['fuzz'],
    tests: ['protocol/by-revision.test.ts', 'tools/bad-input.test.ts', 'tools/fuzz.test.ts'],
    commands: ['npm run check:conformance'],
  },
  {
    promise: 'What one call may cost is bounded, and no caller keeps the others waiting.',
    stated: ['hosting', 'benchmark'],
    runs: [],
    tests: ['tools/cost.test.ts', 'http/turns.test.ts', 'http/slow.test.ts'],
    commands: ['npm run bench -- cost', 'npm run bench -- crowd'],
  },
  {
    promise:
      'A service goes on for weeks: memory stays flat, and no request is lost but those under way in a process that dies.',
    stated: ['hosting'],
    runs: ['week'],
    tests: ['e2e/ending.test.ts', 'http/lifecycle.test.ts', 'scripts/load/load.test.ts'],
    commands: ['npm run soak -- --minutes 10'],
  },
  {
    promise:
      'Searching needs no network and no database: with the store away every server answers from memory.',
    stated: ['README', 'postgres'],
    runs: [],
    tests: ['postgres/faults.test.ts', 'stdio/stdio.test.ts'],
  },
  {
    promise: 'Several servers on one database lose, double and reorder nothing.',
    stated: ['scaling', 'postgres'],
    runs: [],
    tests: ['postgres/nodes.test.ts', 'scripts/failure/check.test.ts'],
    commands: ['npm run check:postgres -- --runs 50'],
  },
  {
    promise: 'The handshake is answered before the data are open.',
    stated: ['benchmark'],
    runs: [],
    tests: ['stdio/stdio.test.ts', 'http/lifecycle.test.ts'],
    commands: ['npm run bench -- start'],
  },
  {
    promise: 'The same question, asked of the same data on the same day, gives the same answer.',
    stated: ['data'],
    runs: [],
    tests: ['golden/golden.test.ts', 'tools/random-search.test.ts'],
    commands: ['npm run golden -- compare --base COMMIT'],
  },
];
