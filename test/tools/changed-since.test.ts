import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResource } from '../../src/protocol/resources.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { onlyRecords, openSmall, paperWith, robotWith } from '../helpers/catalogue.ts';
import { openVersions, type TestVersion } from '../helpers/history.ts';
import { searches, type Tools, toolsOver } from '../helpers/tools.ts';

const versions: readonly TestVersion[] = [
  [
    '2026.11.01',
    onlyRecords({
      robots: [robotWith({ id: 'kept' }), robotWith({ id: 'changed' }), robotWith({ id: 'gone' })],
    }),
  ],
  [
    '2026.11.08',
    onlyRecords({
      robots: [
        robotWith({ id: 'kept' }),
        robotWith({ id: 'changed', specs: { mass_kg: 40 } }),
        robotWith({ id: 'gone' }),
        robotWith({ id: 'new-on-8' }),
        robotWith({ id: 'short-lived' }),
      ],
    }),
  ],
  [
    '2026.11.15',
    onlyRecords({
      robots: [
        robotWith({ id: 'kept' }),
        robotWith({ id: 'changed', specs: { mass_kg: 45 }, status: 'discontinued' }),
        robotWith({ id: 'new-on-8', specs: { dof: 6 } }),
      ],
      publications: [paperWith({ id: 'paper' })],
    }),
  ],
];

const openWithHistory = (): Promise<Catalogue> => openVersions(versions);

let catalogue: Catalogue;
let tools: Tools;
beforeAll(async () => {
  catalogue = await openWithHistory();
  tools = toolsOver(catalogue);
});
afterAll(() => catalogue.close());

const robots = (args: object) => tools.ask('search_robots', { sort: 'name', ...args });

describe('changed_since', () => {
  it('finds what a later version added or changed, and says what', async () => {
    const { results, structured } = await robots({ changed_since: '2026.11.08' });
    expect(results.map(({ id, changed }) => [id, changed])).toEqual([
      ['changed', 'specs.mass_kg, status'],
      ['new-on-8', 'specs.dof'],
    ]);
    expect(structured.removed).toEqual(['gone', 'short-lived']);
  });

  it('adds versions up: from the first value to the last, and nothing of what came and went', async () => {
    const { results, structured } = await robots({ changed_since: '2026.11.01', detail: 'full' });
    expect(results.map(({ id, changed }) => [id, changed])).toEqual([
      ['changed', { 'specs.mass_kg': { to: 45 }, status: { from: 'available', to: 'discontinued' } }],
      ['new-on-8', 'added'],
    ]);
    expect(structured.removed).toEqual(['gone']);
  });

  it('takes dates as other arguments do, the day itself with it', async () => {
    expect((await robots({ changed_since: '2026-11-15' })).ids).toEqual(['changed', 'new-on-8']);
    expect((await robots({ changed_since: '2026-11-16' })).ids).toEqual([]);
    expect((await robots({ changed_since: 'last 10 days' })).ids).toEqual(['changed', 'new-on-8']);
    expect((await robots({ changed_since: '2026.11.15' })).ids).toEqual([]);
  });

  it('says where history begins', async () => {
    for (const early of ['2026', '2026.10.01', '2026-11-01']) {
      const { notes, ids } = await robots({ changed_since: early });
      expect(ids, early).toEqual(['changed', 'new-on-8']);
      expect(notes.join()).toContain('History begins with version 2026.11.01');
    }
    expect((await robots({ changed_since: '2026-11-02' })).notes.join()).not.toContain('History');
  });

  it.each([
    ['2026.11.09', '2026.11.08'],
    ['2027.01.01', '2026.11.15'],
    ['2026.11.08.1', '2026.11.08'],
    ['yesteryear', '2024-06'],
    ['2026-13-01', '2024-06'],
  ])('refuses %s, and names what there is', async (text, accepted) => {
    const { error } = await robots({ changed_since: text });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', field: 'changed_since' });
    expect(error?.accepted).toContain(accepted);
  });

  it('counts what was contributed since', async () => {
    const own = await openWithHistory();
    own.put('robots', robotWith({ id: 'contributed' }));
    const { results } = await toolsOver(own).ask('search_robots', { changed_since: '2026.11.15' });
    expect(results).toMatchObject([{ id: 'contributed', changed: 'contributed' }]);
    own.close();
  });

  it.each(searches.map(([tool]) => tool))('is an argument of %s', async (tool) => {
    const { error, total } = await tools.ask(tool, { changed_since: '2026.11.15' });
    expect([error, total]).toEqual([undefined, 0]);
  });

  it('of data that know no history says that it begins with them', async () => {
    const small = await openSmall();
    const { notes, total } = await toolsOver(small).ask('search_robots', { changed_since: '2026-01' });
    expect([total, notes.join()]).toEqual([
      0,
      expect.stringContaining('History begins with version 2026.11.20'),
    ]);
    small.close();
  });
});

describe('robotics://changes', () => {
  const read = (uri: string) => {
    const context = { catalogue, contributions: tools.registry as never, today: '2026-11-21' };
    const [content] = readResource(uri, context)?.contents ?? [];
    return JSON.parse((content as { text: string }).text);
  };

  it('tells what was added, changed from what to what, and removed', () => {
    expect(read('robotics://changes?since=2026.11.08')).toMatchObject({
      version: '2026.11.15',
      versions: [{ version: '2026.11.15' }],
      changes: {
        robots: {
          counts: { added: 0, changed: 2, removed: 2 },
          changed: [
            { id: 'changed', fields: { 'specs.mass_kg': { from: 40, to: 45 } } },
            { id: 'new-on-8', fields: { 'specs.dof': { to: 6 } } },
          ],
          removed: ['gone', 'short-lived'],
        },
        publications: { added: ['paper'] },
      },
    });
    expect(read('robotics://changes').versions).toHaveLength(2);
  });

  it('refuses a version that never was', () => {
    expect(() => read('robotics://changes?since=2026.11.09')).toThrow('there was no version 2026.11.09');
  });
});
