import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openFull } from '../helpers/full-dataset.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openFull();
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

interface Found {
  readonly total: number;
  readonly results: readonly Record<string, unknown>[];
  readonly notes?: readonly string[];
}

async function found(tool: string, args: object): Promise<Found> {
  const { structuredContent } = await tools.registry.call(tool, args, LOCAL_USER);
  return structuredContent as unknown as Found;
}

describe('a row says what was asked', () => {
  it('and that no source states it', async () => {
    const { results } = await found('search_robots', {
      category: 'humanoid',
      sort: 'payload_kg_desc',
      limit: 50,
    });
    for (const { specs, not_stated } of results) {
      const isKnown = (specs as object | undefined) !== undefined && 'payload_kg' in (specs as object);
      expect((not_stated as string[] | undefined) ?? []).toEqual(isKnown ? [] : ['payload_kg']);
    }
  });

  it('but not of robots side by side, where a gap tells it', async () => {
    const { results } = await found('search_robots', { ids: ['unitree-go2', 'boston-dynamics-spot'] });
    expect(results.every(({ not_stated }) => not_stated === undefined)).toBe(true);
  });

  it('a price of parts is called so', async () => {
    const { results } = await found('search_robots', { ids: ['toddlerbot'] });
    expect(results[0]?.price).toMatchObject({ of: 'parts' });
  });

  it('an order by funding says whether a total or the last round stands for it', async () => {
    const { results } = await found('search_startups', { sort: 'funding_desc', limit: 10 });
    for (const { total_funding_usd, funding_is } of results) {
      expect(funding_is).toBe(total_funding_usd === undefined ? 'last round alone' : 'total');
    }
  });
});

describe('what is no match is none', () => {
  it('an ordinary word beside a name is no further name', async () => {
    const { total, results } = await found('search_robots', { query: 'Black Panther' });
    expect([total, results[0]?.id]).toEqual([0, 'husarion-panther']);
  });

  it.each(['pool cleaning robot', 'hull cleaning'])('%s is not all that cleans', async (query) => {
    expect((await found('search_robots', { query })).total).toBeLessThan(100);
  });

  it('an id that is the name of a maker says how its robots are found', async () => {
    const { notes } = await found('search_robots', { ids: ['1X'] });
    expect(notes?.join(' ')).toContain('search with manufacturer "1X"');
  });
});

describe('contests that cannot be entered', () => {
  it('a call of a year that is over is not listed as undated', async () => {
    const { deadline_unknown } = (await found('get_open_challenges', { kind: 'grant' })) as unknown as {
      deadline_unknown: { id: string }[];
    };
    expect(deadline_unknown.map(({ id }) => id)).not.toContain('horizon-2025-generative-ai-for-robotics');
  });

  it('a final two weeks ahead without a deadline is not open', async () => {
    const { results } = await found('get_open_challenges', { limit: 50 });
    expect(results.map(({ id }) => id)).not.toContain('world-robot-olympiad');
  });
});

describe('certification', () => {
  it.each([
    [{ robot_category: 'robotic lawn mower', features: ['battery'], scheme: 'EU' }, 'iec-60335-2-107'],
    [{ robot_category: 'drone', features: ['wifi', 'under 900 g'], scheme: 'EU' }, 'eu-drone-open-category'],
    [{ robot_category: 'surgical', features: ['patient-contact'], scheme: 'FDA' }, 'fda-510k'],
    [
      { robot_category: 'hospitality', features: ['display', 'wifi', 'lithium-battery'] },
      'ul-3300-service-robots',
    ],
  ])('%j shows on its first page what is made for it: %s', async (args, id) => {
    const { results } = await found('get_certification_info', args);
    expect(results.map((each) => each.id)).toContain(id);
  });

  it('indoor denies outdoor', async () => {
    const answer = (await found('get_certification_info', {
      robot_category: 'amr',
      features: ['indoor'],
    })) as unknown as { denied: string[]; not_understood?: unknown };
    expect(answer.denied).toContain('outdoor');
    expect(answer.not_understood).toBeUndefined();
  });

  it('the second part of a standard is found by its number alone', async () => {
    const { results } = await found('get_certification_info', {
      query: 'difference between ISO 10218-1 and 10218-2',
    });
    expect(results.map(({ id }) => id)).toEqual(['iso-10218-1', 'iso-10218-2']);
  });
});
