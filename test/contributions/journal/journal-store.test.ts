import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalStore } from '../../../src/contributions/journal/journal-store.ts';
import { hashOf, readLine, writeLine, writerOf } from '../../../src/contributions/journal/line.ts';
import { diskFiles } from '../../../src/lib/file-system.ts';
import { realClock, realSystem } from '../../../src/lib/system.ts';
import { faultyFiles, temporaryDirectory } from '../faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
const open: Follower[] = [];
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(async () => {
  for (const journal of open.splice(0)) await journal.close();
  place.remove();
});

/** A store, and how far it has been read. */
class Follower extends JournalStore {
  #cursor: string | undefined;

  /** What is new. */
  read() {
    const changes = this.since(this.#cursor);
    this.#cursor = changes.cursor;
    return changes;
  }
}

function journal({ system = realSystem } = {}): Follower {
  const made = new Follower({ directory: place.path, system });
  open.push(made);
  return made;
}

const namesOf = (made: Follower) => made.read().events.map(({ body }) => body.name);
const only = (suffix = '.jsonl') =>
  join(place.path, readdirSync(place.path).find((name) => name.endsWith(suffix)) ?? '');

describe('a line', () => {
  it('comes back as it was, and not if a byte is another', () => {
    const entry = { t: 1, w: 'a', n: 1, body: { name: 'Müller\n"\u2028' } };
    const line = writeLine(entry).slice(0, -1);
    expect(readLine(line)).toEqual(entry);
    for (let i = 0; i < line.length; i++) {
      const changed = `${line.slice(0, i)}${line[i] === 'x' ? 'y' : 'x'}${line.slice(i + 1)}`;
      expect(readLine(changed)).toBeUndefined();
    }
    expect(readLine('')).toBeUndefined();
  });
});

describe('writing', () => {
  it('makes nothing before the first entry', () => {
    expect(namesOf(journal())).toEqual([]);
    expect(() => readdirSync(place.path)).toThrow('ENOENT');
  });

  it('flushes the file, then its directory, before it answers', async () => {
    const files = faultyFiles();
    const made = journal({ system: { ...realSystem, files } });
    await made.append([{ name: 'a' }]);
    expect(files.steps.map(({ operation }) => operation)).toEqual([
      'makeDirectory',
      'create',
      'write',
      'flush',
      'flushDirectory',
    ]);
    await made.append([{ name: 'b' }]);
    expect(files.steps.slice(5).map(({ operation }) => operation)).toEqual(['write', 'flush']);
  });

  it('writes together what comes while the disk is busy', async () => {
    const files = faultyFiles();
    const made = journal({ system: { ...realSystem, files } });
    await Promise.all(Array.from({ length: 100 }, (_, i) => made.append([{ name: i }])));
    expect(namesOf(made)).toHaveLength(100);
    expect(files.steps.filter(({ operation }) => operation === 'flush').length).toBeLessThan(5);
  });

  it('lies behind what was read, whatever the clock says', async () => {
    const at = (now: number) =>
      journal({ system: { ...realSystem, clock: { ...realClock, now: () => now } } });
    const [late, early] = [at(2_000), at(1_000)];
    await late.append([{ name: 'a' }]);
    expect(namesOf(early)).toEqual(['a']);
    await early.append([{ name: 'b' }]);
    expect(namesOf(journal())).toEqual(['a', 'b']);
  });

  it('is of at least one event, and no claim of another store is settled', async () => {
    const store = journal();
    await expect(store.append([])).rejects.toThrow(TypeError);
    await expect(store.settle({ isHeld: async () => true })).rejects.toThrow(TypeError);
    expect(store.read().events).toEqual([]);
  });
});

describe('reading', () => {
  it('leaves a torn tail where it is, and reports it', async () => {
    const made = journal();
    await made.append([{ name: 'a' }]);
    appendFileSync(only(), '0123456789abcdef {"t":1,"w":"x","n":9,"bo');
    const other = journal();
    expect(namesOf(other)).toEqual(['a']);
    expect(other.faults).toMatchObject({ torn: 1, damaged: 0 });
  });

  it('ends where half of what was written together is void, and lets the key be taken anew', async () => {
    const body = { name: 'a' };
    const w = writerOf('x', hashOf('the key'), 2);
    const lines = [
      writeLine({ t: 5, w, n: 1, body }),
      writeLine({ t: 6, w, n: 3, body: { type: 'void', entries: [1, 2] } }),
    ];
    mkdirSync(place.path, { recursive: true });
    const path = join(place.path, 'x.jsonl');
    writeFileSync(path, lines[0] ?? '');
    const made = journal();
    expect(namesOf(made)).toEqual([]);
    appendFileSync(path, lines[1] ?? '');
    expect(namesOf(made)).toEqual([]);
    expect(await made.append([body], { key: 'the key' })).toMatchObject({ result: 'kept' });
    expect(namesOf(journal())).toEqual(['a']);
  });

  it('does not rely on what another process has written and may take back', async () => {
    const [files, other] = [faultyFiles(), journal()];
    const failing = journal({ system: { ...realSystem, files } });
    await failing.append([{ name: 'a' }]);
    // The next flush fails, and so does cutting the file.
    files.fail({ at: files.steps.length + 2, code: 'EIO', stays: true });
    const taken = failing.append([{ name: 'b' }], { key: 'b' });
    expect(await taken).toMatchObject({ result: 'unknown' });
    await other.head();
    expect(await other.append([{ name: 'b' }], { key: 'b' })).toMatchObject({ result: 'already_there' });
    files.fail(undefined);
    await failing.append([{ name: 'c' }]);
    expect(namesOf(journal()).sort()).toEqual(['a', 'b', 'c']);
  });

  it('takes the rest of a line when it comes', async () => {
    const line = writeLine({ t: 5, w: 'x', n: 1, body: { name: 'late' } });
    mkdirSync(place.path, { recursive: true });
    const path = join(place.path, 'x.jsonl');
    writeFileSync(path, line.slice(0, 30));
    const made = journal();
    expect(namesOf(made)).toEqual([]);
    appendFileSync(path, line.slice(30));
    expect(namesOf(made)).toEqual(['late']);
    expect(made.faults.torn).toBe(0);
  });

  it('passes over a damaged line and reads those behind it', async () => {
    const made = journal();
    for (const name of ['a', 'b', 'c']) await made.append([{ name }]);
    const path = only();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"b"', '"x"'));
    const other = journal();
    expect(namesOf(other)).toEqual(['a', 'c']);
    expect(other.faults).toMatchObject({ torn: 0, damaged: 1 });
  });

  it('says of a damaged line which it is, what is lost and what to do, once', async () => {
    const made = journal();
    for (const name of ['a', 'b', 'c']) await made.append([{ type: 'reported', name }]);
    const path = only();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"b"', '"x"'));
    const told: string[] = [];
    const other = new JournalStore({
      directory: place.path,
      onDamage: (sentence) => told.push(sentence),
    });
    other.since();
    other.since();
    const sentence = `contributions/${basename(path)}, line 2 is damaged and passed over: lost is an error report. Put the file back from a backup, or have it given again and take the line out.`;
    expect([told, other.warnings]).toEqual([[sentence], [sentence]]);
  });

  it.each([
    ['with carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
    ['without its last line feed', (text: string) => text.slice(0, -1)],
    ['with both', (text: string) => text.replaceAll('\n', '\r\n').slice(0, -1)],
    ['with a byte order mark', (text: string) => `\ufeff${text}`],
  ])('reads a file that an editor has saved %s', async (_how, edit) => {
    const made = journal();
    for (const name of ['a', 'b', 'c']) await made.append([{ name }]);
    const path = only();
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
    const other = journal();
    expect(namesOf(other)).toEqual(['a', 'b', 'c']);
    expect(other.faults).toMatchObject({ torn: 0, damaged: 0 });
    appendFileSync(path, `\n${writeLine({ t: 9e12, w: 'x', n: 1, body: { name: 'later' } })}damaged\n`);
    expect(namesOf(other)).toEqual(['later']);
    expect(other.warnings).toEqual([expect.stringMatching(/, line [56] is damaged/)]);
  });

  it('is not harmed by a torn line of one process and the lines of another', async () => {
    const [a, b] = [journal(), journal()];
    await a.append([{ name: 'a' }]);
    appendFileSync(only(), 'half a li');
    await b.append([{ name: 'b' }]);
    expect(namesOf(journal()).sort()).toEqual(['a', 'b']);
  });

  it('forgets what its writer took back', async () => {
    const made = journal();
    const other = journal();
    await made.append([{ name: 'a' }]);
    const size = readFileSync(only()).byteLength;
    appendFileSync(only(), writeLine({ t: 9, w: 'x', n: 1, body: { name: 'unconfirmed' } }));
    expect(namesOf(other).sort()).toEqual(['a', 'unconfirmed']);
    truncateSync(only(), size);
    const changes = other.read();
    expect(changes.startAgain).toBe(true);
    expect(changes.events.map(({ body }) => body.name)).toEqual(['a']);
  });

  it('sees a file that appears in the very moment of the last look', async () => {
    const [a, b] = [journal(), journal()];
    const seen: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      const each = journal();
      seen.push(...namesOf(b));
      await each.append([{ name: i }]);
      seen.push(...namesOf(b));
    }
    expect(seen).toHaveLength(20);
    expect(namesOf(a)).toHaveLength(20);
  });

  it('goes on when the directory cannot be read', () => {
    const files = {
      ...diskFiles,
      stat: () => {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      },
    };
    const made = journal({ system: { ...realSystem, files } });
    expect(namesOf(made)).toEqual([]);
    expect(made.faults.unreadable).toBe(1);
  });
});

describe('a file that is renamed under its writer', () => {
  it('is left, and its last entry written again, once', async () => {
    const made = journal();
    await made.append([{ name: 'a' }]);
    renameSync(only(), only().replace('.jsonl', '.sealed'));
    await made.append([{ name: 'b' }]);
    expect(readdirSync(place.path)).toHaveLength(2);
    expect(namesOf(journal()).sort()).toEqual(['a', 'b']);
    expect(namesOf(made).sort()).toEqual(['a', 'b']);
  });
});
