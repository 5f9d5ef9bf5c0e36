import { describe, expect, it } from 'vitest';
import { clients } from '../../src/cli/install/clients.ts';
import { editorOf } from '../../src/cli/install/config-file.ts';
import { remoteConfiguration, renderPage, StatusPages } from '../../src/http/status-page.ts';
import type { ServiceStatus } from '../../src/protocol/service-status.ts';

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

const charts = {
  papersByMonth: [
    { label: '2025-12', count: 0 },
    { label: '2026-01', count: 1_058 },
  ],
  papersWithoutMonth: 0,
  robotsByCategory: [{ label: 'Humanoid', count: 3 }],
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
    const pages = new StatusPages();
    const first = pages.get(status, charts, address, false);
    expect(first.plain.toString()).toBe(renderPage(status, charts, address));
    expect(pages.get({ ...status }, charts, address, false)).toBe(first);
    const others = [
      pages.get({ ...status, tools: [] }, charts, address, false),
      pages.get(status, charts, `${address}/`, false),
      pages.get(status, charts, address, true),
      pages.get(status, { ...charts }, address, false),
    ];
    for (const other of others) expect(other).not.toBe(first);
  });
});

describe('the page', () => {
  const hostile = `<script>alert(1)</script>"'&\u202e\u0000\u2028x`;

  it('shows text from anywhere as text', () => {
    const page = renderPage(
      { ...status, name: hostile, tools: [hostile], dataset: { ...status.dataset, version: hostile } },
      { ...charts, robotsByCategory: [{ label: hostile, count: 1 }] },
      `http://${hostile}/api/mcp`,
    );
    expect(page).not.toContain('<script');
    expect(page).not.toMatch(/[\u202e\0\u2028]/);
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(8);
  });

  it('quotes for the shell what it was called by', () => {
    const page = renderPage(status, charts, "http://a;rm -rf '$HOME'/api/mcp");
    expect(page).toContain(
      'curl &#39;http://a;rm -rf &#39;\\&#39;&#39;$HOME&#39;\\&#39;&#39;/api/mcp&#39; -H',
    );
    expect(renderPage(status, charts, 'http://[::1]:8787/api/mcp')).toContain(
      'curl http://[::1]:8787/api/mcp -H',
    );
  });

  it('has an axis above the highest bar, and a bar for every number', () => {
    const page = renderPage(status, charts, address);
    expect(page).toContain('>1,200</text>');
    expect(page).toContain('>600</text>');
    expect(page).toContain('<title>2026-01: 1,058</title>');
    expect(page.match(/<rect /g)).toHaveLength(3);
  });

  it.each([
    [0, 'old;'],
    [1, 'old, with one contribution since;'],
    [1_200, 'old, with 1,200 contributions since;'],
  ])('with %i contributions says "%s"', (contributions, said) => {
    const page = renderPage({ ...status, dataset: { ...status.dataset, contributions } }, charts, address);
    expect(page).toContain(`1 day ${said}`);
  });

  it('says where the data came from, and what is wrong with them', () => {
    const dataset = {
      ...status.dataset,
      source: 'synced' as const,
      warnings: ['Not <b>asked</b> for 40 days.'],
    };
    const page = renderPage({ ...status, dataset }, charts, address);
    expect(page).toContain('synced from a service.');
    expect(page).toContain('<p class="warning">Not &lt;b&gt;asked&lt;/b&gt; for 40 days.</p>');
    expect(renderPage(status, charts, address)).toContain('as it came with the program.');
  });

  it('draws data without papers and robots', () => {
    const page = renderPage(
      status,
      { papersByMonth: [], papersWithoutMonth: 0, robotsByCategory: [] },
      address,
    );
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });
});
