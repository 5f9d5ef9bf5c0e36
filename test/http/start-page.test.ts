import { describe, expect, it } from 'vitest';
import { clients } from '../../src/cli/install/clients.ts';
import { editorOf } from '../../src/cli/install/config-file.ts';
import { remoteConfiguration, renderPage, StartPages } from '../../src/http/start-page.ts';
import type { ServiceStatus } from '../../src/protocol/service-status.ts';
import { EXAMPLES } from '../../src/view/start/examples.ts';
import { fullTools } from '../helpers/full-tools.ts';

const address = 'https://robots.example.org/api/mcp';

const status: ServiceStatus = {
  name: 'robotics-mcp',
  version: '1.2.3',
  beta: true,
  terms: 'Free.',
  protocol_revisions: ['2026-07-28'],
  dataset: {
    version: '2026.11.1',
    date: '2026-11-01',
    age_days: 1,
    source: 'bundled',
    contributions: 0,
    counts: { robots: 3 },
  },
  tools: ['search_robots'],
};

const overview = {
  papersByYear: [
    { value: '2024', label: '2024', count: 0 },
    { value: '2025', label: '2025', count: 1_058 },
  ],
  robotsByCategory: [{ value: 'humanoid', label: 'Humanoid', count: 3 }],
  news: [{ kind: 'news', id: 'n1', title: 'A robot walks', date: '2026-11-01' }],
  deadlines: [],
  events: [],
  changes: undefined,
};

const page: Parameters<typeof renderPage>[0] = {
  status,
  overview,
  address,
  isExplorer: true,
  view: undefined,
};

describe('what a host is shown', () => {
  it.each(clients.map((client) => [client.id, client] as const))(
    '%s: the same as install writes',
    async (_id, client) => {
      const shown = remoteConfiguration(client, address);
      if (client.remote === undefined) return expect(shown).toBeUndefined();
      const editor = await editorOf(client);
      expect(editor.find(shown ?? '', client.container)).toEqual(client.remote(address));
      expect(editor.put(shown ?? '', client.container, client.remote(address))).toBe(shown);
    },
  );
});

describe('a kept page', () => {
  it('is rendered once for what it shows', () => {
    const pages = new StartPages();
    const first = pages.get(page);
    expect(first.plain.toString()).toBe(renderPage(page));
    expect(pages.get({ ...page, status: { ...status } })).toBe(first);
    const others = [
      pages.get({ ...page, status: { ...status, tools: [] } }),
      pages.get({ ...page, address: `${address}/` }),
      pages.get({ ...page, isExplorer: false }),
      pages.get({ ...page, overview: { ...overview } }),
    ];
    for (const other of others) expect(other).not.toBe(first);
  });
});

describe('the start page', () => {
  const hostile = `<script>alert(1)</script>"'&\u202e\u0000\u2028x`;

  it('shows text from anywhere as text', () => {
    const html = renderPage({
      ...page,
      status: {
        ...status,
        name: hostile,
        tools: [hostile],
        dataset: { ...status.dataset, version: hostile },
      },
      overview: {
        ...overview,
        robotsByCategory: [{ value: hostile, label: hostile, count: 1 }],
        news: [{ kind: 'news', id: hostile, title: hostile, date: hostile }],
      },
      address: `http://${hostile}/api/mcp`,
    });
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/[\u202e\0\u2028]/);
    expect(html.match(/&lt;script/g)?.length).toBeGreaterThan(8);
  });

  it('quotes for the shell what it was called by', () => {
    const html = renderPage({ ...page, address: "http://a;rm -rf '$HOME'/api/mcp" });
    expect(html.replaceAll('&#39;', "'")).toContain(`curl 'http://a;rm -rf '\\''$HOME'\\''/api/mcp' -H`);
    expect(renderPage({ ...page, address: 'http://[::1]:8787/api/mcp' })).toContain(
      'curl http://[::1]:8787/api/mcp -H',
    );
  });

  it('asks in one field, by a form that needs no script, and leads to what is new', () => {
    const html = renderPage(page);
    expect(html).toMatch(/<form method="get" role="search"[^>]*><input type="search" name="q"/);
    expect(html).toContain('href="?record=news/n1"');
    expect(html).toContain('href="?q=&amp;kind=robots&amp;category=humanoid"');
  });

  it('has no search where the caller may not search', () => {
    const html = renderPage({ ...page, isExplorer: false });
    expect(html).not.toMatch(/<form|\?q=|\?record=/);
    expect(html).toContain(address);
  });

  it.each([
    [0, 'old;'],
    [1, 'old, with one contribution since;'],
    [1_200, 'old, with 1,200 contributions since;'],
  ])('with %i contributions says "%s"', (contributions, said) => {
    const dataset = { ...status.dataset, contributions };
    expect(renderPage({ ...page, status: { ...status, dataset } })).toContain(`1 day ${said}`);
  });

  it('says where the data came from, and what is wrong with them', () => {
    const dataset = {
      ...status.dataset,
      source: 'synced' as const,
      warnings: ['Not <b>asked</b> for 40 days.'],
    };
    const html = renderPage({ ...page, status: { ...status, dataset } });
    expect(html).toContain('synced from a service.');
    expect(html).toContain('Not &lt;b>asked&lt;/b> for 40 days.');
    expect(renderPage(page)).toContain('as it came with the program.');
  });

  it('draws data without papers and robots', () => {
    const html = renderPage({ ...page, overview: { ...overview, papersByYear: [], robotsByCategory: [] } });
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('its examples', () => {
  it('are of six kinds, each with an answer', async () => {
    const { tools } = await fullTools();
    const kinds = new Set<unknown>();
    for (const [question, asked] of EXAMPLES) {
      const { structured, error } = await tools.ask('show', asked);
      const { total = 0, kind, view } = structured as { total?: number; kind?: string; view?: string };
      expect([question, error, total > 2]).toEqual([question, undefined, true]);
      kinds.add(kind ?? view);
    }
    expect(kinds.size).toBe(6);
  });

  it('find the same kind when they are typed', async () => {
    const { tools } = await fullTools();
    for (const [question, { tool, view }] of EXAMPLES) {
      if (view !== 'table') continue;
      const { structured } = await tools.ask('show', { view, arguments: { query: question } });
      expect([question, (structured as { tool?: string }).tool]).toEqual([question, tool]);
    }
  });
});
