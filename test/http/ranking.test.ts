import { expect, it } from 'vitest';
import { Ranking } from '../../src/http/ranking.ts';

it('knows at every step who has most', () => {
  const ranking = new Ranking();
  const counts = new Map<string, number>();
  const names = ['a', 'b', 'c', 'd', 'e'];
  let seed = 1;
  const pick = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let i = 0; i < 5_000; i += 1) {
    const who = names[pick(names.length)] ?? 'a';
    const count = counts.get(who) ?? 0;
    // Now more come than go, now more go than come, so that all are gone at times.
    const comes = pick(10) < (Math.floor(i / 100) % 2 === 0 ? 7 : 2);
    if (comes) ranking.add(who);
    else ranking.remove(who);
    counts.set(who, Math.max(0, count + (comes ? 1 : -1)));
    const most = Math.max(...counts.values());
    expect(ranking.of(who)).toBe(counts.get(who));
    expect(most === 0 ? ranking.first : counts.get(ranking.first ?? '')).toBe(most === 0 ? undefined : most);
  }
});
