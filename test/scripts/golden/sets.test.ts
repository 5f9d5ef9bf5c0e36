import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf, readCauses, shown } from '../../../scripts/golden/causes.ts';
import { compareFound, unexplained, writtenSets } from '../../../scripts/golden/compare-sets.ts';
import { type Found, findSet, type Search, searchesOf } from '../../../scripts/golden/find-set.ts';
import { frozenCalls, openFrozen, registryOverFrozen, TODAY } from '../../../scripts/golden/fixture.ts';
import { keepInMemory } from '../../../src/contributions/open.ts';
import { LOCAL_USER } from '../../../src/lib/caller.ts';
import type { Catalogue } from '../../../src/search/catalogue.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { readArguments } from '../../../src/tools/shared/read-arguments.ts';

interface Page {
  readonly results: readonly { readonly id: string }[];
  readonly related?: number;
  readonly total?: number;
  readonly next_cursor?: string;
}

/** It takes two seconds; a machine may be busy. */
const LONGEST_MS = 60_000;

describe('the set of a search', () => {
  let catalogue: Catalogue;
  beforeAll(async () => {
    catalogue = await openFrozen();
  });
  afterAll(() => catalogue.close());

  it('is what all its pages show together, without the records that lack a word', {
    timeout: LONGEST_MS,
  }, async () => {
    const registry = registryOverFrozen(catalogue);
    const context = { catalogue, contributions: keepInMemory(catalogue), today: TODAY, caller: LOCAL_USER };
    let largest = 0;
    const asked = searchesOf(frozenCalls()).filter(
      ({ groups }, i) => i % 10 === 0 || groups.includes('likeness'),
    );
    for (const { tool: name, args } of asked) {
      const tool = allTools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(name);
      const found = findSet(tool, args, context, readArguments);
      let cursor: string | undefined;
      const listed: string[] = [];
      let [related, total] = [0, -1];
      do {
        const given = { ...args, limit: 50, ...(cursor !== undefined && { cursor }) };
        const { structuredContent } = await registry.call(name, given, LOCAL_USER);
        if ('error' in (structuredContent as object)) break;
        const page = structuredContent as unknown as Page;
        listed.push(...page.results.map(({ id }) => id));
        related = page.related ?? 0;
        total = page.total ?? listed.length;
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      if ('error' in found) {
        expect([name, args, total]).toEqual([name, args, -1]);
        continue;
      }
      expect([name, args, found.total, found.ids.length]).toEqual([
        name,
        args,
        total,
        listed.length - related,
      ]);
      expect(found.ids.filter((id) => !listed.includes(id))).toEqual([]);
      largest = Math.max(largest, found.total);
    }
    expect(largest).toBeGreaterThan(50);
  });
});

const search = (query: string, groups: Search['groups'], isSingle: boolean): Search => {
  return { tool: 'search_robots', args: { query }, groups, isSingle };
};
const set = (...ids: string[]): Found => ({ ids, total: ids.length });
const searches = [
  search('cobots and drones', ['list', 'category'], false),
  search('not from China', ['denial'], true),
  search('under 20 kg', ['bound'], true),
  search('Spot', ['name'], true),
];
const base = [set('a', 'b'), set('a', 'b', 'c'), set('a'), set('a')];
const work = [set('a', 'b', 'c'), set('b', 'd'), { error: 'INVALID_ARGUMENT' }, set('a')];

describe('sets of two builds', () => {
  it('are counted by group as equal or changed, with what each change gains and loses', () => {
    const compared = compareFound(searches, base, work, readCauses('[]'));
    const [denial, bound, list] = compared.changes;
    expect(compared.changes).toHaveLength(3);
    expect(denial).toMatchObject({ base: 3, work: 2, gained: ['d'], lost: ['a', 'c'], isSingle: true });
    expect(bound).toMatchObject({ base: 1, work: 'INVALID_ARGUMENT', gained: [], lost: ['a'] });
    expect(list).toMatchObject({ base: 2, work: 3, gained: ['c'], lost: [], isSingle: false });
    expect(compared.groups.denial).toEqual({
      single: { equal: 0, changed: 1 },
      composed: { equal: 0, changed: 0 },
    });
    expect(compared.groups.name?.single).toEqual({ equal: 1, changed: 0 });
    expect(unexplained(compared)).toEqual([denial, bound]);
    const written = writtenSets(compared, 0);
    expect(written).toContain('not from China');
    expect(written).toContain('  + d\n  - a c');
    expect(written).not.toContain('cobots and drones');
  });

  it('differ where the same ids are counted otherwise', () => {
    const [counted] = compareFound(
      [search('x', ['name'], true)],
      [set('a')],
      [{ ids: ['a'], total: 2 }],
      readCauses('[]'),
    ).changes;
    expect(counted).toMatchObject({ base: 1, work: 2, gained: [], lost: [] });
  });

  it('are explained by a named cause, by pattern or by call', () => {
    const causes = [
      { cause: 'Denials exclude', queries: ['"not from'] },
      { cause: 'A refusal', calls: [hashOf(searches[2] as Search)] },
      { cause: 'Nothing', queries: ['zeppelin'] },
    ];
    const compared = compareFound(searches, base, work, readCauses(JSON.stringify(causes)));
    expect(unexplained(compared)).toEqual([]);
    expect(compared.causes).toEqual({ 'Denials exclude': 1, 'A refusal': 1, Nothing: 0 });
  });

  it('know at most 20 causes, with a name, patterns that can be read and hashes of calls', () => {
    expect(shown(searches[3] as Search)).toBe('search_robots {"query":"Spot"}');
    const many = Array.from({ length: 21 }, (_, i) => ({ cause: `cause ${i}`, queries: ['x'] }));
    expect(() => readCauses(JSON.stringify(many))).toThrow(/20/);
    expect(() => readCauses('[{"queries":["x"]}]')).toThrow(/cause/);
    expect(() => readCauses('[{"cause":"x","queries":["("]}]')).toThrow(/\(/);
    expect(() => readCauses('[{"cause":"x","calls":["spot"]}]')).toThrow(/calls/);
    expect(readCauses().names.length).toBeLessThanOrEqual(20);
  });
});
