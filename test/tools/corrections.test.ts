import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();

async function notesOf(tool: string, query: string): Promise<string> {
  const { text } = await tools.ask(tool, { query });
  return text;
}

describe('a word is corrected only if it is none', () => {
  it.each([
    ['search_publications', 'picking fruit off bushes', 'Not read: "bushes".'],
    ['search_robots', 'revenue', 'No record has "revenue".'],
  ])('%s %s', async (tool, query, said) => {
    expect(await notesOf(tool, query)).toContain(said);
  });

  it.each([
    ['search_publications', 'quadrupd lerning', '"lerning": searched for "learning" instead'],
    ['search_publications', 'softgripper', '"softgripper": searched for "soft gripper" instead'],
    [
      'search_publications',
      'enviroment mapping',
      'Hardly a record has "enviroment": searched for "environment"',
    ],
    ['get_latest_news', 'Wayymo recal', '"recal": searched for "recall" too'],
    ['search_startups', 'skidl', 'searched for "skild" instead'],
    ['search_robots', 'rumba', 'searched for "roomba" instead'],
    ['search_robots', 'Agilty Digt', '"Agilty Digt": searched for "agility-digit" instead'],
  ])('%s %s', async (tool, query, said) => {
    expect(await notesOf(tool, query)).toContain(said);
  });

  it.each(['Wall-E', 'Rosie', 'Zorba', 'Skywalker'])(
    '%s is no robot, and no slip of another word',
    async (query) => {
      expect(await notesOf('search_robots', query)).not.toContain('searched for');
    },
  );

  it('a person with a rare name is no slip', async () => {
    const { text } = await tools.ask('search_publications', { query: 'Shademan' });
    expect(text).not.toContain('searched for');
  });
});

it('two words that are also written as one find both', async () => {
  const { results } = await tools.ask('search_robots', { query: 'exo skeleton' });
  expect(results.length).toBeGreaterThan(5);
  for (const { category } of results.slice(0, 5)) expect(category).toBe('exoskeleton');
});
