import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { addKey, keyFileIn, keysInFile } from '../../src/auth/keys.ts';
import type { EventStore } from '../../src/contributions/event-store.ts';
import { openStore } from '../../src/contributions/open.ts';
import { readStoreAddress } from '../../src/contributions/postgres/address.ts';
import { openPostgres } from '../../src/contributions/postgres/open.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { runHere, start } from '../helpers/program.ts';
import { emptyStore, startServer } from './server.ts';

const ticket = 'rep-000000000001';
const event = (name: string) => ({ type: 'reported', ticket, name });

describe.skipIf(postgresPrograms() === undefined)('a copy of contributions', { timeout: 120_000 }, () => {
  const server = startServer();
  let place: ReturnType<typeof temporaryDirectory>;
  const opened: EventStore[] = [];
  const address = () => server().address('postgres', 'node');
  const at = (name: string) => join(place.path, name);
  const copy = (from: string, to: string) => runHere(['store', 'copy', '--from', from, '--to', to, '--json']);

  beforeEach(async () => {
    place = temporaryDirectory();
    await emptyStore(server());
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    place.remove();
  });

  const keep = <Store extends EventStore>(store: Store): Store => {
    opened.push(store);
    return store;
  };
  const inPostgres = async () => keep(await openPostgres({ address: readStoreAddress(address()) }));
  const told = async (store: EventStore) => {
    await store.head();
    return store.since().events.map(({ at, body, key }) => ({ at, body, key }));
  };

  async function fill(directory: string): Promise<EventStore> {
    const [one, other] = [keep(openStore(directory)), keep(openStore(directory))];
    for (let i = 0; i < 12; i++) {
      await one.head();
      await other.head();
      await (i % 2 === 0 ? one : other).append([event(`${i}`)], { key: `key ${i}` });
    }
    await one.append([event('together'), { type: 'decided', ticket, text: 'nul \u0000 \ud800' }], {
      key: 'both',
    });
    await other.head();
    await other.append([event('without a key')]);
    return one;
  }

  it('goes there and back with order, times and keys, and what was said counts once after it', async () => {
    const source = await fill(at('one'));
    await addKey(keysInFile(keyFileIn(at('one'))), { name: 'ana', scopes: ['read'] }, '2026-11-22');
    const asNode = await copy(at('one'), address());
    expect(asNode).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('node may not change the keys'),
    });
    const there = await copy(at('one'), server().address());
    expect(JSON.parse(there.stdout)).toEqual({ copied: 0, already_there: 14, keys: 'copied' });
    const wanted = (await told(source)).map(({ at, body }) => ({ at, body }));
    const store = await inPostgres();
    expect((await told(store)).map(({ at, body }) => ({ at, body }))).toEqual(wanted);
    expect(await store.append([event('3')], { key: 'key 3' })).toMatchObject({ result: 'already_there' });
    const first = (await store.since().events[0])?.seq ?? [0, '', 0];
    expect(await store.append([event('x')], { expect: { ticket, undecidedSince: first } })).toEqual({
      result: 'overtaken',
    });
    const back = await copy(address(), at('two'));
    expect(JSON.parse(back.stdout)).toEqual({ copied: 14, already_there: 0, keys: 'copied' });
    const returned = keep(openStore(at('two')));
    expect((await told(returned)).map(({ body }) => body)).toEqual(wanted.map(({ body }) => body));
    expect((await returned.append([event('3')], { key: 'key 3' })).result).toBe('already_there');
  });

  it('that was interrupted goes on where it stopped', async () => {
    const source = await fill(at('one'));
    expect((await copy(at('one'), address())).code).toBe(0);
    await server().sql('DELETE FROM robotics_mcp.events WHERE seq > 5');
    const again = await copy(at('one'), address());
    expect(JSON.parse(again.stdout)).toEqual({ copied: 9, already_there: 5, keys: 'none' });
    expect((await told(await inPostgres())).map(({ body }) => body)).toEqual(
      (await told(source)).map(({ body }) => body),
    );
    expect(JSON.parse((await copy(at('one'), address())).stdout)).toMatchObject({
      copied: 0,
      already_there: 14,
    });
  });

  it('that is killed at any time goes on where it stopped, there and back', async () => {
    const source = keep(openStore(at('many')));
    const events = Array.from({ length: 300 }, (_, i) => event(`${i}`));
    for (const [i, each] of events.entries()) await source.append([each], { key: `key ${i}` });
    const count = {
      [address()]: async () => Number(await server().sql('SELECT count(*) FROM robotics_mcp.events')),
      [at('back')]: async () => {
        const store = openStore(at('back'));
        await store.head();
        const found = store.since().events.length;
        await store.close();
        return found;
      },
    };
    for (const [from, to] of [
      [at('many'), address()],
      [address(), at('back')],
    ] as const) {
      const counted = count[to] ?? (async () => 0);
      let before = 0;
      for (const least of [1, 100, 200]) {
        const child = start(['store', 'copy', '--from', from, '--to', to]);
        const gone = once(child, 'exit');
        await expect.poll(counted, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(least);
        child.kill('SIGKILL');
        await gone;
        const kept = await counted();
        expect(kept).toBeGreaterThanOrEqual(before);
        expect(kept).toBeLessThan(events.length);
        before = kept;
      }
      const whole = await copy(from, to);
      const { copied, already_there } = JSON.parse(whole.stdout) as Record<string, number>;
      expect(already_there).toBe(before);
      expect(copied).toBe(events.length - before);
    }
    const bodies = async (store: EventStore) => (await told(store)).map(({ body }) => body);
    expect(await bodies(await inPostgres())).toEqual(events);
    expect(await bodies(keep(openStore(at('back'))))).toEqual(events);
  });

  it('is compared, and refused where the target holds anything else', async () => {
    await fill(at('one'));
    const store = await inPostgres();
    await store.append([event('foreign')], { key: 'foreign' });
    const refused = await copy(at('one'), address());
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was copied') });
    expect(await server().sql('SELECT count(*) FROM robotics_mcp.events')).toBe('1');
    await emptyStore(server());
    await copy(at('one'), address());
    await server().sql(`UPDATE robotics_mcp.events SET bodies = '[{"name":"changed"}]' WHERE seq = 4`);
    const differs = await copy(at('one'), address());
    expect(differs).toMatchObject({ code: 1, stderr: expect.stringContaining('from append 4 of 14') });
  });

  it.each([
    [['--to', 'x'], 'from where to where'],
    [['--from', '/nowhere', '--to', 'postgres://node@127.0.0.1:1/robots'], 'no contributions in /nowhere'],
    [['--from', 'postgres://a:b@127.0.0.1/robots', '--to', 'x'], 'holds a password'],
    [
      ['--from', 'postgres://node@127.0.0.1:1/robots', '--to', 'postgres://node@127.0.0.1:1/robots'],
      'the same place',
    ],
  ])('of %s is refused as usage', async (args, words) => {
    const { code, stderr } = await runHere(['store', 'copy', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});
