import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadSqlite } from '../src/search/sqlite.ts';
import { drawnFilters } from './events/cuts.ts';
import { drawKills } from './events/kills.ts';
import { drawWorld } from './events/world.ts';
import { Random } from './harness/random.ts';

/** Kills processes that watch, so many times, and looks for what was lost: npm run check:watch -- 10000. */
const WATCHES_OF_A_WORLD = 20;

const wanted = Number(process.argv[2] ?? 10_000);
const engine = await loadSqlite(
  readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')),
);
let [kills, repeats, faults] = [0, 0, 0];
for (let seed = 1; kills < wanted; seed++) {
  const random = new Random(seed);
  const world = drawWorld(engine, random);
  for (let i = 0; i < WATCHES_OF_A_WORLD && kills < wanted; i++) {
    const [names, args] = random.pick(drawnFilters);
    const outcome = await drawKills(world, names, args, random);
    kills += outcome.kills;
    repeats += outcome.repeats;
    if (outcome.fault === undefined) continue;
    faults += 1;
    console.error(`world ${seed}, watch ${i}, ${names.join(' ')}: ${outcome.fault}`);
  }
  for (const catalogue of world.catalogues) catalogue.close();
}
console.log(`${kills} kills: ${repeats} events were told again under their id; ${faults} watches lost any.`);
if (faults > 0) process.exitCode = 1;
