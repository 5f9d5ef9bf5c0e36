import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadSqlite } from '../src/search/sqlite.ts';
import { drawCut, filtersOf } from './events/cuts.ts';
import { drawWorld } from './events/world.ts';
import { Random } from './harness/random.ts';

/**
 * Polls drawn worlds in drawn cuts, and compares with the whole list each time: npm run check:events -- 100000. The tests
 * have a small share of it.
 */
const CUTS_OF_A_WORLD = 500;

const cuts = Number(process.argv[2] ?? 100_000);
const engine = await loadSqlite(
  readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')),
);
const filters = filtersOf();
let faults = 0;
for (let done = 0; done < cuts; done += CUTS_OF_A_WORLD) {
  const random = new Random(1 + done);
  const world = drawWorld(engine, random);
  for (let cut = 0; cut < Math.min(CUTS_OF_A_WORLD, cuts - done); cut++) {
    const filter = random.pick(filters);
    const fault = drawCut(world, filter, random);
    if (fault === undefined) continue;
    faults += 1;
    console.error(
      `world ${1 + done}, cut ${cut}, ${filter.types.map(({ name }) => name).join(' ')}: ${fault}`,
    );
  }
  for (const catalogue of world.catalogues) catalogue.close();
}
console.log(`${cuts} cuts of drawn worlds: ${faults} differ from the whole list.`);
if (faults > 0) process.exitCode = 1;
