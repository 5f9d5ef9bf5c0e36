/**
 * Follows drawn worlds. `cuts` polls them in drawn cuts and compares with the whole list each time: npm run check:events --
 * 100000. `kills` kills processes that watch, so many times, and looks for what was lost: npm run check:watch -- 10000. The
 * tests have a small share of both.
 */
import { drawCut, drawnFilters, filtersOf } from './events/cuts.ts';
import { drawKills } from './events/kills.ts';
import { drawWorld } from './events/world.ts';
import { Random } from './harness/random.ts';
import { sqliteEngine } from './sync/small-versions.ts';

const CUTS_OF_A_WORLD = 500;
const WATCHES_OF_A_WORLD = 20;

const [what = '', count] = process.argv.slice(2);
const engine = await sqliteEngine();
let faults = 0;
if (what === 'cuts') await cut(Number(count ?? 100_000));
else if (what === 'kills') await kill(Number(count ?? 10_000));
else throw new Error('What is to be tried? cuts or kills.');
if (faults > 0) process.exitCode = 1;

function tell(where: string, fault: string | undefined): void {
  if (fault === undefined) return;
  faults += 1;
  console.error(`${where}: ${fault}`);
}

async function cut(cuts: number): Promise<void> {
  const filters = filtersOf();
  for (let done = 0; done < cuts; done += CUTS_OF_A_WORLD) {
    const random = new Random(1 + done);
    const world = drawWorld(engine, random);
    for (let i = 0; i < Math.min(CUTS_OF_A_WORLD, cuts - done); i++) {
      const filter = random.pick(filters);
      const names = filter.types.map(({ name }) => name).join(' ');
      tell(`world ${1 + done}, cut ${i}, ${names}`, drawCut(world, filter, random));
    }
    for (const catalogue of world.catalogues) catalogue.close();
  }
  console.log(`${cuts} cuts of drawn worlds: ${faults} differ from the whole list.`);
}

async function kill(wanted: number): Promise<void> {
  let [kills, repeats] = [0, 0];
  for (let seed = 1; kills < wanted; seed++) {
    const random = new Random(seed);
    const world = drawWorld(engine, random);
    for (let i = 0; i < WATCHES_OF_A_WORLD && kills < wanted; i++) {
      const [names, args] = random.pick(drawnFilters);
      const outcome = await drawKills(world, names, args, random);
      kills += outcome.kills;
      repeats += outcome.repeats;
      tell(`world ${seed}, watch ${i}, ${names.join(' ')}`, outcome.fault);
    }
    for (const catalogue of world.catalogues) catalogue.close();
  }
  console.log(
    `${kills} kills: ${repeats} events were told again under their id; ${faults} watches lost any.`,
  );
}
