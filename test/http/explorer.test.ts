import { describe, expect, it } from 'vitest';
import { readFields, readGetQuery } from '../../src/http/get-query.ts';
import type { Asked } from '../../src/tools/show/shape.ts';
import { addressOf } from '../../src/view/files/address.ts';
import { renderShown } from '../../src/view/on-server.js';
import { example } from '../helpers/saved-view.ts';

const names = ['compare', 'record', 'table', 'chart', 'chart-bars', 'chart-months', 'checklist'];

function asked(query: string): unknown {
  const request = { url: `/api/mcp${query}` };
  const read = readGetQuery(request, readFields(request));
  return read.kind === 'explorer' ? read.arguments : read.kind;
}

describe('an address', () => {
  it('asks for a search in words, with arguments of the search beside them', () => {
    expect(asked('?q=quadruped+&kind=robots&max_price_usd=20000&country=')).toEqual({
      view: 'table',
      tool: 'search_robots',
      arguments: { query: 'quadruped', max_price_usd: '20000' },
    });
    expect(asked('?kind=news')).toEqual({ view: 'table', tool: 'get_latest_news', arguments: {} });
    // Without a kind the words decide.
    expect(asked('?q=x')).toEqual({ view: 'table', arguments: { query: 'x' } });
    expect(asked('?kind=planes')).toMatchObject({ tool: 'planes' });
  });

  it('asks for any view, lists parted by commas or given several times', () => {
    expect(asked('?view=compare&ids=a,b')).toEqual({ view: 'compare', ids: ['a', 'b'] });
    expect(asked('?view=compare&ids=a&ids=b')).toEqual({ view: 'compare', ids: ['a', 'b'] });
    expect(asked('?view=chart&arguments={"category":"amr"}&x=price')).toEqual({
      view: 'chart',
      arguments: { category: 'amr' },
      x: 'price',
    });
    expect(asked('?view=chart&arguments={')).toEqual({ view: 'chart', arguments: '{' });
  });

  it('asks for a record by its kind and id, and for the papers of a person or topic', () => {
    expect(asked('?record=robots/unitree-g1')).toEqual({ view: 'record', ids: ['robots/unitree-g1'] });
    expect(asked('?record=people/Oussama+Khatib')).toEqual({
      view: 'table',
      tool: 'search_publications',
      arguments: { author: 'Oussama Khatib' },
    });
    expect(asked('?record=topics/slam')).toMatchObject({ arguments: { topic: 'slam' } });
    expect(asked('?record=people/')).toEqual({ view: 'record', ids: ['people/'] });
  });

  it('asks for nothing if it names neither words nor kind nor view', () => {
    expect(asked('')).toBe('status');
    expect(asked('?utm_source=x')).toBe('status');
  });

  it('keeps the kind that challenges and makers have of their own', () => {
    const search = {
      view: 'table',
      tool: 'get_open_challenges',
      arguments: { kind: 'competition', query: 'soccer' },
    };
    expect(asked(addressOf(search as Asked))).toEqual(search);
  });

  it('leaves out what a form sends empty', () => {
    expect(asked('?q=&kind=robots&ids=&country=')).toEqual({
      view: 'table',
      tool: 'search_robots',
      arguments: {},
    });
    expect(asked('?view=compare&ids=a,,b')).toEqual({ view: 'compare', ids: ['a', 'b'] });
  });

  it.each(names)('%s: is read as it was written', (name) => {
    const { asked: given } = example(name);
    const read = asked(addressOf(given));
    // What stands in an address is text; the tool reads numbers from it.
    expect(JSON.parse(JSON.stringify(read).replace(/"(\d+)"/g, '$1'))).toEqual(given);
  });
});

describe('the page without scripts', () => {
  it.each(names)('%s: has every name and number, and nothing that runs', (name) => {
    const shown = example(name);
    const html = renderShown(shown);
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
    const texts = {
      compare: () => (shown.view === 'compare' ? shown.records.map((record) => record.name) : []),
      record: () =>
        shown.view === 'record'
          ? shown.facts.flatMap(({ label, values }) => [label, ...values.map((value) => value.text)])
          : [],
      table: () => (shown.view === 'table' ? shown.rows.map((row) => row.name) : []),
      chart: () => (shown.view === 'chart' ? shown.points.flatMap((point) => point.name ?? []) : []),
      checklist: () =>
        shown.view === 'checklist'
          ? shown.phases.flatMap(({ requirements }) => requirements.map(({ title }) => title))
          : [],
    }[shown.view]();
    const plain = html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"');
    for (const text of [shown.title, ...texts]) expect(plain).toContain(text);
  });

  it.each(names)('%s: shows what hostile records hold as text', (name) => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e`;
    const poison = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(poison);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => {
          if (['view', 'form', 'type', 'group', 'better'].includes(key)) return [key, inner];
          if (key === 'url' || key === 'source') return [key, `javascript:alert(1)${hostile}`];
          return [key, typeof inner === 'string' ? `${inner}${hostile}` : poison(inner)];
        }),
      );
    };
    const shown = example(name);
    const html = renderShown({ ...(poison(shown) as typeof shown), view: shown.view } as typeof shown);
    expect(html).not.toMatch(/<script|<img|href="javascript|\u202e/i);
    expect(html).toContain('&lt;script');
  });

  it('sorts, filters, pages and compares by links and forms', () => {
    const table = example('table');
    if (table.view !== 'table') throw new Error('The example is another view.');
    const html = renderShown({ ...table, next_cursor: 'abc' });
    expect(html).toMatch(/kind=robots&amp;category=quadruped&amp;max_price_usd=20000&amp;[^"]*sort=name/);
    expect(html).toContain('cursor=abc');
    expect(html).toContain('name="ids" value="aaed-musa-cara"');
    expect(html).toContain('href="?record=robots/aaed-musa-cara"');
  });
});
