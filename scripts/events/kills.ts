import { type Batch, tellWatch } from '../../src/cli/watch/tell.ts';
import { type Watch, WatchesFile } from '../../src/cli/watch/watches-file.ts';
import type { FileSystem } from '../../src/lib/file-system.ts';
import { memoryFiles } from '../../src/lib/memory-file-system.ts';
import { realSystem } from '../../src/lib/system.ts';
import { readFilter } from '../../src/protocol/events/filter.ts';
import { readEvents } from '../../src/protocol/events/read-events.ts';
import type { Random } from '../harness/random.ts';
import { wholeList } from './cuts.ts';
import { dataAt, drawMoment, lastMoment, type World } from './world.ts';

/** The process is gone: whatever it was doing, it does no more of it. */
class Killed extends Error {}

/** File operations that a kill may fall upon; so many belong to one change of the file at most. */
const FILE_STEPS = 12;
/** Each look of a watch may be killed with this probability. */
const KILLED = 0.8;
const LOOKS = 60;
const NOTHING = { events: 0, bytes: 0 };

/** What one watch came to whose process was killed again and again. */
interface Kills {
  readonly kills: number;
  /** What was delivered more than once, under one id. */
  readonly repeats: number;
  readonly fault: string | undefined;
}

/**
 * Follows a drawn world by one watch, whose process is killed between output and cursor, amid either, or amid the file;
 * the next one goes on from what is on the disk.
 */
export async function drawKills(
  world: World,
  names: readonly string[],
  args: object,
  random: Random,
): Promise<Kills> {
  const filter = readFilter(names, args);
  const first = dataAt(world, { version: 0, day: world.firstDay, decisions: 0 });
  const { cursor } = readEvents(undefined, filter, first, NOTHING);
  const disk = memoryFiles();
  const watch: Watch = {
    number: 1,
    words: 'x',
    names: [...names],
    args: filter.given,
    cursor,
    told: '2026-10-01',
  };
  await fileOn(disk).change((all) => ({ ...all, next: 2, watches: [watch] }));
  const delivered: { readonly id: string; readonly text: string }[] = [];
  let kills = 0;
  for (let look = 0; look <= LOOKS; look++) {
    const isLast = look === LOOKS;
    const data = isLast
      ? dataAt(world, lastMoment(world))
      : dataAt(world, drawMoment(world, look / LOOKS, random));
    const isKilled = !isLast && random.chance(KILLED);
    const place = isKilled ? random.pick(['before', 'amid', 'behind', 'file'] as const) : 'nowhere';
    const file = fileOn(place === 'file' ? killedAfter(disk, random.below(FILE_STEPS)) : disk);
    const deliver = async ({ events }: Batch) => {
      if (place === 'before') throw new Killed();
      const flushed = place === 'amid' ? events.slice(0, random.below(events.length)) : events;
      for (const event of flushed) delivered.push({ id: event.eventId, text: JSON.stringify(event) });
      if (place === 'amid' || place === 'behind') throw new Killed();
    };
    try {
      const [kept] = (await fileOn(disk).read()).watches;
      await tellWatch(file, kept as Watch, async (use) => use(data), deliver);
    } catch (error) {
      if (!(error instanceof Killed || (error as Error).cause instanceof Killed)) throw error;
      kills += 1;
    }
  }
  const ids = new Set(delivered.map(({ id }) => id));
  const lost = sinceStart(world, names, args).filter((id) => !ids.has(id));
  return {
    kills,
    repeats: delivered.length - ids.size,
    fault: lost.length === 0 ? undefined : `lost: ${lost.join(', ')}`,
  };
}

function sinceStart(world: World, names: readonly string[], args: object): readonly string[] {
  const filter = readFilter(names, args);
  const first = dataAt(world, { version: 0, day: world.firstDay, decisions: 0 });
  const data = dataAt(world, lastMoment(world));
  const bounds = { events: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  const { cursor } = readEvents(undefined, filter, first, NOTHING);
  const known = new Set(wholeList(world, filter).map(({ eventId }) => eventId));
  return readEvents(cursor, filter, data, bounds)
    .events.map(({ eventId }) => eventId)
    .filter((id) => known.has(id));
}

function fileOn(files: FileSystem): WatchesFile {
  return new WatchesFile('/data', { ...realSystem, files });
}

/** The disk of a process that is killed after so many operations upon it. */
function killedAfter(files: FileSystem, operations: number): FileSystem {
  let left = operations;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Killed();
  };
  return {
    ...files,
    makeDirectory: async (path, mode) => {
      step();
      return files.makeDirectory(path, mode);
    },
    create: async (path, mode) => {
      step();
      const file = await files.create(path, mode);
      return {
        ...file,
        write: async (bytes) => {
          step();
          return file.write(bytes);
        },
        flush: async () => {
          step();
          return file.flush();
        },
      };
    },
    rename: async (from, to) => {
      step();
      return files.rename(from, to);
    },
    remove: async (path) => {
      step();
      return files.remove(path);
    },
    flushDirectory: async (path) => {
      step();
      return files.flushDirectory(path);
    },
  };
}
