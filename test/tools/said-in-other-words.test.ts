import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

describe('a question in another script finds what the English one finds', () => {
  it.each([
    ['search_robots', 'робот-пылесос', 'robot vacuum'],
    ['search_robots', 'гуманоидные роботы', 'humanoid robot'],
    ['search_robots', 'روبوت بشري', 'robot humanoid'],
    ['search_robots', 'หุ่นยนต์ดูดฝุ่น', 'robot vacuum'],
    ['search_robots', 'ह्यूमनॉइड रोबोट', 'humanoid robot'],
    ['search_startups', 'китайские стартапы гуманоид', 'Chinese startup humanoid'],
  ])('%s %s', async (tool, query, english) => {
    const [asked, same] = [await tools.ask(tool, { query }), await tools.ask(tool, { query: english })];
    expect(asked.ids).toEqual(same.ids);
    expect(asked.total).toBeGreaterThan(2);
    expect(asked.notes.join()).toContain(`as ${english}`);
  });

  it.each([
    ['search_robots', 'ヒト型ロボット 安い', 'humanoid cheap'],
    ['search_manufacturers', '日本 減速機', 'Japanese gearboxes'],
    ['search_robots', '中国製ではないドローン 重量1kg未満', 'drones not from China, weight below 1 kg'],
    ['search_startups', '한국 또는 일본 스타트업', 'startups from Korea or Japan'],
  ])('%s %s, of which there is a grammar', async (tool, query, english) => {
    const [asked, same] = [await tools.ask(tool, { query }), await tools.ask(tool, { query: english })];
    expect(asked.ids).toEqual(same.ids);
    expect(asked.total).toBeGreaterThan(2);
  });

  it('a name in Cyrillic letters by its sound', async () => {
    const { ids } = await tools.ask('search_robots', { query: 'Бостон Дайнемикс Спот' });
    expect(ids).toEqual(['boston-dynamics-spot']);
  });

  it('a Greek letter is one of mathematics', async () => {
    const { notes } = await tools.ask('search_publications', { query: 'β-VAE' });
    expect(notes.join()).not.toContain('Read query');
  });
});

describe('what no field holds is said', () => {
  it.each([
    ['search_startups', 'profitable warehouse startups', 'profit or revenue'],
    ['search_startups', 'startups backed by Sequoia', 'investors'],
    ['search_robots', 'quietest robot vacuum', 'noise'],
    ['search_publications', 'SLAM papers of authors with a high h index', 'metrics of authors or journals'],
  ])('%s %s', async (tool, query, what) => {
    const { notes } = await tools.ask(tool, { query });
    expect(notes.join()).toContain(`No field of ${tool.replace('search_', '')} holds ${what}`);
  });

  it('and of nothing else', async () => {
    const { notes } = await tools.ask('search_startups', { query: 'staffing of warehouses' });
    expect(notes.join()).not.toContain('No field');
  });
});

it.each([
  ['search_robots', 'gutter cleaning'],
  ['get_open_challenges', 'drone racing'],
])('%s %s: of a phrase that nobody has the words are searched for', async (tool, query) => {
  const { ids } = await tools.ask(tool, { query });
  expect(ids.length).toBeGreaterThan(0);
});

it.each([
  ['challenges closing this month', '2026-11'],
  ['deadline before March 2027', '2027-02'],
])('%s is a period of deadlines', async (query, last) => {
  const { results, notes } = await tools.ask('get_open_challenges', { query });
  expect(results.length).toBeGreaterThan(0);
  expect(notes.join()).toContain('Read as deadline');
  for (const { deadline, event_date } of results)
    expect(String(deadline ?? event_date) <= `${last}-99`).toBe(true);
});

it('news that have other words for what is asked come behind those that are about it, and each by date', async () => {
  const { results } = await tools.ask('get_latest_news', { query: 'IPO', limit: 50 });
  const first = results.slice(0, 8).map(({ headline }) => String(headline));
  for (const headline of first) expect(headline).toMatch(/list|IPO|public|stock|market/i);
  const dates = first.map((_, i) => String(results[i]?.date));
  expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)));
});
