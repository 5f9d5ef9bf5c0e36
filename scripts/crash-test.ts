/**
 * Kills the built program with SIGKILL while it works, and looks at what it left:
 * `npx tsx scripts/crash-test.ts contributions|release|sync [KILLS]`. Ends with 1 if something was lost, twice or half.
 */
import { join } from 'node:path';
import { makeKeyFile } from '../src/publish/issue.ts';
import { Publisher as ReleasePublisher } from '../test/publish/publisher.ts';
import { crashContributions, twoServers } from './crash/contributions.ts';
import { crashReleases } from './crash/releases.ts';
import { crashSync } from './crash/sync.ts';
import { cleanUpAtExit, temporaryFolder } from './harness/processes.ts';
import { Publisher } from './sync/publisher.ts';
import { smallVersions, sqliteEngine } from './sync/small-versions.ts';

const [subject = '', given] = process.argv.slice(2);

/** Each gives its report, and the number of things that are wrong. */
const subjects: Readonly<Record<string, (kills: number) => Promise<{ report: object; wrong: number }>>> = {
  contributions: async (kills) => {
    const home = temporaryFolder();
    const shared = await twoServers(join(home, 'shared'), 1000);
    console.log(`Two servers, 1,000 contributions each: ${JSON.stringify(shared)}`);
    const report = await crashContributions({ home, kills, together: 2, longestMs: 400, onKill: progress });
    const lost = 2 * 2000 - shared.tickets - shared.entries + shared.missing.length;
    return { report, wrong: lost + report.missing.length + report.twice.length + report.foreign.length };
  },
  release: async (kills) => {
    const publisher = new ReleasePublisher();
    const key = join(publisher.root, 'key.pem');
    await makeKeyFile(key);
    const report = await crashReleases({
      dir: publisher.dir,
      dataset: publisher.dataset,
      key,
      kills,
      sqlite: await sqliteEngine(),
      change: (round) => publisher.write({ robots: [{ name: `Robot ${round}` }] }),
      random: Math.random,
      onKill: progress,
    });
    if (report.faults.length === 0) publisher.remove();
    return { report, wrong: report.faults.length };
  },
  sync: async (kills) => {
    const publisher = new Publisher(await sqliteEngine());
    const report = await crashSync({
      home: temporaryFolder(),
      kills,
      publisher,
      ...smallVersions(),
      onKill: ({ kills: done }) => progress(done),
    });
    return { report, wrong: report.faults.length };
  },
};

function progress(kills: number): void {
  if (kills % 25 === 0) console.log(`${kills} kills`);
}

cleanUpAtExit();
const run = subjects[subject];
if (run === undefined) throw new Error(`What is to be killed? One of ${Object.keys(subjects).join(', ')}.`);
const begun = Date.now();
const { report, wrong } = await run(Number(given ?? (subject === 'contributions' ? 300 : 200)));
console.log(JSON.stringify({ ...report, seconds: Math.round((Date.now() - begun) / 1000) }, null, 2));
console.log(wrong === 0 ? 'Nothing is lost, twice or half.' : `${wrong} things are wrong.`);
process.exit(wrong === 0 ? 0 : 1);
