import { describe, expect, it } from 'vitest';
import { prominenceOf } from '../../src/search/prominence.ts';
import { onlyRecords, robotWith } from '../helpers/catalogue.ts';
import { rawRecords } from '../helpers/raw-records.ts';

const [newsItem] = rawRecords('news') as readonly object[];
const [paper] = rawRecords('publications') as readonly object[];
const [firm] = rawRecords('manufacturers') as readonly object[];
const headline = (id: string, text: string, entities: readonly string[] = []) => ({
  ...newsItem,
  id,
  headline: text,
  summary: 'A summary.',
  entities,
});
const maker = { id: 'acme-robotics', name: 'Acme Robotics', country: 'US' } as const;

function over(headlines: readonly ReturnType<typeof headline>[], titles: readonly string[] = []) {
  const robots = [
    robotWith({
      id: 'plain',
      name: 'Spot',
      manufacturer: maker,
    }),
    robotWith({
      id: 'telling',
      name: 'Zorbax Mini',
      manufacturer: maker,
    }),
    robotWith({
      id: 'short',
      name: 'G1',
      manufacturer: maker,
    }),
    robotWith({
      id: 'double',
      name: 'Quixo Robot (Panda)',
      manufacturer: maker,
    }),
  ];
  const publications = titles.map((title, i) => ({ ...paper, id: `paper-${i}`, title }));
  const manufacturers = [{ ...firm, ...maker, aliases: [] }];
  const records = onlyRecords({ robots, news: headlines, publications, manufacturers } as never);
  const { robots: known, manufacturers: firms } = prominenceOf(records);
  return { robot: (id: string) => known.get(id) as number, firm: firms.get('acme-robotics') as number };
}

const nothing = over([]);

describe('prominence', () => {
  it('grows with each text of another record that names it, and never by its own', () => {
    const once = over([headline('a', 'The Zorbax Mini at work')]);
    const twice = over([headline('a', 'The Zorbax Mini at work'), headline('b', 'Zorbax Mini again')]);
    expect(once.robot('telling')).toBeGreaterThan(nothing.robot('telling'));
    expect(twice.robot('telling')).toBeGreaterThan(once.robot('telling'));
    expect(once.robot('plain')).toBe(nothing.robot('plain'));
  });

  it.each([
    ['plain', 'A weak spot of the market', 'Acme shows Spot to the press'],
    ['short', 'The G1 climate zone', 'Acme sells the G1'],
    ['double', 'A panda at the zoo', 'Acme gives its Panda to schools'],
  ])('of %s counts a name that is an everyday word or short beside its maker alone', (id, other, meant) => {
    expect(over([headline('a', other)]).robot(id)).toBe(nothing.robot(id));
    expect(over([headline('a', meant)]).robot(id)).toBeGreaterThan(nothing.robot(id));
  });

  it('counts titles of papers less than news', () => {
    const news = over([headline('a', 'Zorbax Mini learns')]);
    const papers = over([], ['Zorbax Mini learns']);
    expect(papers.robot('telling')).toBeGreaterThan(nothing.robot('telling'));
    expect(news.robot('telling')).toBeGreaterThan(papers.robot('telling'));
  });

  it('of a maker is what news name, and lends its robots a part', () => {
    const named = over([headline('a', 'A round of funding', ['Acme'])]);
    expect(named.firm).toBeGreaterThan(nothing.firm);
    expect(named.robot('telling')).toBeGreaterThan(nothing.robot('telling'));
    expect(named.robot('telling') - nothing.robot('telling')).toBeLessThan(named.firm - nothing.firm);
  });
});
