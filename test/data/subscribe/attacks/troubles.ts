import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SEEN_FORMAT } from '../../../../src/data/subscribe/store.ts';
import type { Attack } from './attack.ts';

const inData = (home: string, name: string) => join(home, 'data', name);

function damaged(name: string) {
  return (home: string): void => writeFileSync(inData(home, name), '{"format":');
}

function seenOfFormat(home: string, format: number): void {
  const path = inData(home, 'seen.json');
  try {
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), format }));
  } catch {
    // Another attack has taken it away, or damaged it.
  }
}

/** What an attacker may find a client's own machine in. */
export const troubles: readonly Attack[] = [
  {
    what: 'what was seen before is forgotten',
    kind: 'local trouble',
    home: (home) => rmSync(inData(home, 'seen.json'), { force: true }),
  },
  {
    what: 'what was seen before is damaged',
    kind: 'local trouble',
    home: damaged('seen.json'),
  },
  {
    what: 'what was seen before is of a newer program',
    kind: 'local trouble',
    home: (home) => seenOfFormat(home, 99),
    mend: (home) => seenOfFormat(home, SEEN_FORMAT),
    problem: 'damaged_state',
    says: /Update this one/,
  },
  {
    what: 'nobody knows which data were in use',
    kind: 'local trouble',
    home: damaged('current.json'),
  },
  {
    what: 'the data in use are damaged',
    kind: 'local trouble',
    home: (home) => {
      for (const name of readdirSync(join(home, 'data'))) {
        if (!name.endsWith('.sqlite')) continue;
        const bytes = readFileSync(inData(home, name));
        writeFileSync(inData(home, name), bytes.fill(1, 5000, 6000));
      }
    },
  },
  {
    what: 'a process that was killed has left its lock',
    kind: 'local trouble',
    home: (home) => {
      writeFileSync(inData(home, 'sync.lock'), 'left');
      utimesSync(inData(home, 'sync.lock'), 0, 0);
    },
  },
  {
    what: 'the clock stands at 1970',
    kind: 'local trouble',
    options: { now: () => new Date(0) },
  },
  {
    what: 'the clock stands at 2100',
    kind: 'local trouble',
    options: { now: () => new Date('2100-01-01T00:00:00Z') },
  },
];
