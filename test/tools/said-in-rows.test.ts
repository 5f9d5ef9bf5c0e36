import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('a row says what was asked', () => {
  it('and that no source states it', async () => {
    const { results } = await tools.ask('search_robots', {
      category: 'humanoid',
      sort: 'payload_kg_desc',
      limit: 50,
    });
    for (const { specs, not_stated } of results) {
      const isKnown = (specs as object | undefined) !== undefined && 'payload_kg' in (specs as object);
      expect((not_stated as string[] | undefined) ?? []).toEqual(isKnown ? [] : ['payload_kg']);
    }
  });

  it('but not each spec of robots side by side, where a gap tells it', async () => {
    const { results } = await tools.ask('search_robots', { ids: ['unitree-go2', 'boston-dynamics-spot'] });
    expect(results[0]?.specs).not.toHaveProperty('depth_m');
    expect(results.flatMap(({ not_stated }) => not_stated)).not.toContain('depth_m');
  });

  it('a price of parts is called so', async () => {
    const { results } = await tools.ask('search_robots', { ids: ['toddlerbot'] });
    expect(results[0]?.price).toMatchObject({ of: 'parts' });
  });

  it('an order by funding says whether a total or the last round stands for it', async () => {
    const { results } = await tools.ask('search_startups', { sort: 'funding_desc', limit: 10 });
    for (const { total_funding_usd, funding_is } of results) {
      const isTotal = total_funding_usd !== undefined;
      expect(funding_is).toMatch(
        isTotal ? / in all$/ : /^(?:at least .+: last round alone|announced as up to .+)$/,
      );
    }
  });
});

describe('what is no match is none', () => {
  it('an ordinary word beside a name is no further name', async () => {
    const { total, results } = await tools.ask('search_robots', { query: 'Black Panther' });
    expect([total, results[0]?.id]).toEqual([0, 'husarion-panther']);
  });

  it.each(['pool cleaning robot', 'hull cleaning'])('%s is not all that cleans', async (query) => {
    expect((await tools.ask('search_robots', { query })).total).toBeLessThan(100);
  });

  it('an id that is the name of a maker says how its robots are found', async () => {
    const { notes } = await tools.ask('search_robots', { ids: ['1X'] });
    expect(notes?.join(' ')).toContain('search with manufacturer "1X"');
  });
});

describe('contests that cannot be entered', () => {
  it('a call of a year that is over is not listed as undated', async () => {
    const { structured } = await tools.ask('get_open_challenges', { kind: 'grant' });
    const undated = structured.deadline_unknown as { id: string }[];
    expect(undated.map(({ id }) => id)).not.toContain('horizon-2025-generative-ai-for-robotics');
  });

  it('a final two weeks ahead without a deadline is not open', async () => {
    const { results } = await tools.ask('get_open_challenges', { limit: 50 });
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
    const { results } = await tools.ask('get_certification_info', args);
    expect(results.map((each) => each.id)).toContain(id);
  });

  it('indoor denies outdoor', async () => {
    const { structured } = await tools.ask('get_certification_info', {
      robot_category: 'amr',
      features: ['indoor'],
    });
    expect(structured.denied).toContain('outdoor');
    expect(structured.not_understood).toBeUndefined();
  });

  it('the second part of a standard is found by its number alone', async () => {
    const { results } = await tools.ask('get_certification_info', {
      query: 'difference between ISO 10218-1 and 10218-2',
    });
    expect(results.map(({ id }) => id)).toEqual(['iso-10218-1', 'iso-10218-2']);
  });
});
