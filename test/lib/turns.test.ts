import { expect, it } from 'vitest';
import { type Asker, type NotBegun, Turns } from '../../src/lib/turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const soon = () => Promise.resolve().then(() => undefined);
const { signal } = new AbortController();

/** Asks for turns, and notes under which names they came. */
class Crowd {
  readonly seen: string[] = [];
  readonly turns: Turns;

  constructor(turns = new Turns()) {
    this.turns = turns;
  }

  ask(name: string, asker: Partial<Asker> = {}): Promise<string> {
    return this.turns.next({ caller: 'one', connection: 1, signal, ...asker }).then(
      () => {
        this.seen.push(name);
        return 'begun';
      },
      (error: unknown) => (error as NotBegun).why,
    );
  }
}

it('gives the first turn at once and the others in their order, and lets others in between', async () => {
  const crowd = new Crowd();
  const all = ['first', 'second', 'third'].map((name) => crowd.ask(name));
  await soon();
  expect(crowd.seen).toEqual(['first']);
  const others = (async () => {
    for (let i = 0; i < 3; i += 1) {
      await nextTurn();
      crowd.seen.push('something else');
    }
  })();
  await Promise.all([...all, others]);
  expect(crowd.seen.filter((name) => name !== 'something else')).toEqual(['first', 'second', 'third']);
  expect(crowd.seen.indexOf('third') - crowd.seen.indexOf('second')).toBeGreaterThan(1);
});

it('gives a turn again after all have had theirs, still one in a turn', async () => {
  const crowd = new Crowd();
  await crowd.ask('before');
  await nextTurn();
  const asked = ['a', 'b', 'c'].map((name) => crowd.ask(name));
  await soon();
  expect(crowd.seen).toEqual(['before', 'a']);
  await Promise.all(asked);
  expect(crowd.seen).toHaveLength(4);
  expect(crowd.turns.waiting).toBe(0);
});

it('goes round the callers, and within one round its connections', async () => {
  const crowd = new Crowd();
  const greedy = [1, 2, 3, 4].map((n) => crowd.ask(`greedy ${n}`, { caller: 'greedy', connection: 'x' }));
  const second = crowd.ask('greedy, elsewhere', { caller: 'greedy', connection: 'y' });
  const polite = ['p', 'q'].map((name) => crowd.ask(name, { caller: name }));
  await Promise.all([...greedy, second, ...polite]);
  expect(crowd.seen).toEqual(['greedy 1', 'p', 'q', 'greedy 2', 'greedy, elsewhere', 'greedy 3', 'greedy 4']);
});

it('puts whoever comes while a call runs before the next call of the same caller', async () => {
  const crowd = new Crowd();
  const greedy = [1, 2, 3].map((n) => crowd.ask(`greedy ${n}`, { caller: 'greedy' }));
  while (!crowd.seen.includes('greedy 2')) await nextTurn();
  await Promise.all([...greedy, crowd.ask('polite', { caller: 'polite' })]);
  expect(crowd.seen).toEqual(['greedy 1', 'greedy 2', 'polite', 'greedy 3']);
});

it('drops what nobody waits for when its turn would come, without spending the turn', async () => {
  const crowd = new Crowd();
  const gone = new AbortController();
  const all = [
    crowd.ask('first'),
    ...['a', 'b', 'c'].map((name) => crowd.ask(name, { signal: gone.signal })),
    crowd.ask('last'),
  ];
  gone.abort();
  await nextTurn();
  await soon();
  expect(crowd.seen).toEqual(['first', 'last']);
  expect(await Promise.all(all)).toEqual(['begun', 'gone', 'gone', 'gone', 'begun']);
  expect(await crowd.ask('too late', { signal: gone.signal })).toBe('gone');
});

it('refuses the caller who has filled its own share, and nobody else', async () => {
  const crowd = new Crowd(new Turns({ ofOne: 3, ofAll: 100 }));
  const all = Array.from({ length: 6 }, (_, n) => crowd.ask(`greedy ${n}`, { caller: 'greedy' }));
  const polite = crowd.ask('polite', { caller: 'polite' });
  expect(await Promise.all(all)).toEqual(['begun', 'begun', 'begun', 'begun', 'busy', 'busy']);
  expect(await polite).toBe('begun');
});

it('takes the room for one more, when all is full, from the caller who has most', async () => {
  const crowd = new Crowd(new Turns({ ofOne: 100, ofAll: 5 }));
  const first = crowd.ask('first', { caller: 'nobody' });
  const greedy = Array.from({ length: 5 }, (_, n) => crowd.ask(`greedy ${n}`, { caller: 'greedy' }));
  const more = crowd.ask('more', { caller: 'greedy' });
  const polite = ['p', 'q'].map((name) => crowd.ask(name, { caller: name }));
  expect(await Promise.all(greedy)).toEqual(['begun', 'begun', 'begun', 'busy', 'busy']);
  expect(await Promise.all([first, more, ...polite])).toEqual(['begun', 'busy', 'begun', 'begun']);
});

it('counts nothing that nobody waits for against a bound', async () => {
  const crowd = new Crowd(new Turns({ ofOne: 2, ofAll: 2 }));
  const gone = new AbortController();
  const all = ['first', 'a', 'b'].map((name) => crowd.ask(name, { signal: gone.signal }));
  gone.abort();
  expect(await crowd.ask('after')).toBe('begun');
  expect(await Promise.all(all)).toEqual(['begun', 'gone', 'gone']);
  expect(crowd.turns.waiting).toBe(0);
});

it('begins nothing once it is closed', async () => {
  const crowd = new Crowd();
  const all = ['first', 'a', 'b'].map((name) => crowd.ask(name));
  crowd.turns.close();
  expect(await Promise.all([...all, crowd.ask('late')])).toEqual(['begun', 'gone', 'gone', 'gone']);
});

it('finds a caller crowding from the ninth request in one round of the event loop', async () => {
  const turns = new Turns();
  const nine = () => Array.from({ length: 9 }, () => turns.crowds('one'));
  expect(nine()).toEqual([...Array<boolean>(8).fill(false), true]);
  expect(turns.crowds('another')).toBe(false);
  await nextTurn();
  expect(nine()).toEqual([...Array<boolean>(8).fill(false), true]);
});

it('begins patient calls behind all others, whoever asks', async () => {
  const crowd = new Crowd();
  await crowd.ask('before');
  const patient = { isPatient: true };
  const asked = [
    crowd.ask('poll', { ...patient, caller: 'two' }),
    crowd.ask('own poll', patient),
    ...['a', 'b', 'c'].map((name) => crowd.ask(name)),
  ];
  await Promise.all(asked);
  expect(crowd.seen.slice(0, 4)).toEqual(['before', 'a', 'b', 'c']);
  expect(crowd.seen.slice(4).sort()).toEqual(['own poll', 'poll']);
  expect(crowd.turns.waiting).toBe(0);
});

it('ends and refuses patient calls as others', async () => {
  const crowd = new Crowd(new Turns({ ofOne: 2, ofAll: 2 }));
  await crowd.ask('before');
  const asked = ['a', 'b', 'c'].map((name) => crowd.ask(name, { isPatient: true, caller: name }));
  crowd.turns.close();
  expect((await Promise.all(asked)).sort()).toEqual(['busy', 'gone', 'gone']);
});
