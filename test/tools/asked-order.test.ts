import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

const search = (query: string, more: object = {}) => tools.ask('search_robots', { query, ...more });

describe('an order that words ask for', () => {
  it('shows as many records as are asked for, and goes on where it ended', async () => {
    const whole = await search('tallest humanoids');
    const three = await search('three tallest humanoids');
    expect([three.total, three.ids]).toEqual([whole.total, whole.ids.slice(0, 3)]);
    const next = await search('three tallest humanoids', { cursor: three.cursor });
    expect(next.ids).toEqual(whole.ids.slice(3, 6));
  });

  it('shows no more than the page holds', async () => {
    expect((await search('ten tallest humanoids', { limit: 2 })).ids).toHaveLength(2);
  });

  it('names the record at a place that is asked for, which is on the first page', async () => {
    const { notes, results } = await search('third tallest humanoid', { limit: 1 });
    expect(results).toHaveLength(3);
    expect(notes[0]).toBe(`Ordered by height_cm_desc: ${results[2]?.id} is number 3.`);
  });

  it('says that there is none at that place', async () => {
    const { notes } = await search('fifth cheapest quadruped from Germany');
    expect(notes[0]).toBe('Ordered by price_asc: there is no number 5.');
  });

  it('orders those that are equal by what is asked for next', async () => {
    const { notes } = await search('cheapest and lightest quadruped');
    expect(notes[0]).toBe('Ordered by price_asc, then mass_kg_asc.');
  });

  it('gives way to an order given as an argument, with its page', async () => {
    expect((await search('three tallest humanoids', { sort: 'name', limit: 5 })).ids).toHaveLength(5);
  });
});

interface Priced {
  readonly id: string;
  readonly status: string;
  readonly price?: { readonly usd: number | string; readonly of?: string };
}

describe('an order by price', () => {
  const isForSale = ({ status, price }: Priced) =>
    price?.of === undefined && !['announced', 'prototype', 'internal', 'discontinued'].includes(status);

  it.each(['cheapest humanoid', 'cheapest quadruped', 'most expensive quadruped'])(
    'has what can be bought whole in front of the rest: %s',
    async (query) => {
      const { results } = await search(query, { limit: 50 });
      const priced = (results as unknown as Priced[]).filter(({ price }) => price !== undefined);
      const places = priced.map((robot) => (isForSale(robot) ? 0 : 1));
      expect(new Set(places)).toEqual(new Set([0, 1]));
      expect(places).toEqual(places.toSorted());
    },
  );

  it('says which it has put behind, and why', async () => {
    const { notes } = await search('cheapest humanoid');
    expect(notes.join('\n')).toMatch(
      /Behind the others, since nobody sells them whole: open-duck-mini-v2 400/,
    );
  });
});

describe('an order by a spec', () => {
  it('says what stands behind wherever that is on the page', async () => {
    const { notes, results } = await search('', {
      category: 'amr',
      specs: { payload_kg: { min: 1000 } },
      sort: 'payload_kg_desc',
    });
    const gone = (results as unknown as Priced[]).filter(({ status }) => status === 'discontinued');
    expect(gone.length).toBeGreaterThan(0);
    expect(notes.join('\n')).toContain(`Behind the others, since not to be had: ${gone[0]?.id}`);
  });
});

describe('an order by funding', () => {
  it('says of each sum whether it is all that was raised, and of how many it is not', async () => {
    const { results, notes } = await tools.ask('search_startups', {
      query: 'humanoid startups with the most funding',
      limit: 50,
    });
    for (const startup of results as unknown as { total_funding_usd?: number; funding_is?: string }[]) {
      const { total_funding_usd: total, funding_is: said } = startup;
      if (total !== undefined) expect(said).toMatch(/^\$[\d.]+[MB] in all$/);
      else if (said !== undefined)
        expect(said).toMatch(/^(?:at least \$[\d.]+[MB]: last round alone|announced as up to \$[\d.]+[MB])$/);
    }
    expect(notes.join('\n')).toMatch(
      /a part: (?:all that was raised|last round alone|announced as up to so much) \d+, .* \d+\./,
    );
    expect(notes.join('\n')).toMatch(/\d+ of \d+ state no funding: they come last\./);
  });
});
