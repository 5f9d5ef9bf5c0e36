import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usingIds } from '../../src/cli/short-ids.ts';
import { kinds } from '../../src/kinds/kinds.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { createService, type Service } from '../../src/protocol/service.ts';
import { runHere } from '../helpers/program.ts';

let service: Service;
beforeAll(() => {
  service = createService({
    tools: 'default',
    readOnly: true,
    onInternalError: (_, error) => {
      throw error;
    },
  });
});
afterAll(() => service.close());

/** Some ids of a kind. */
async function idsOf(tool: string, args: object): Promise<string[]> {
  const { structuredContent } = await (await service.registry()).call(tool, args, LOCAL_USER);
  const { results = [] } = structuredContent as { results?: { id: string }[] };
  return results.map(({ id }) => id);
}

const searches = [
  ['search_robots', 'robots'],
  ['search_publications', 'publications'],
  ['search_startups', 'startups'],
  ['get_latest_news', 'news'],
  ['search_manufacturers', 'manufacturers'],
  ['get_open_challenges', 'challenges'],
] as const;

describe('a shortened id', () => {
  it.each(searches)(
    'of %s is the beginning of no other of %s, and leads back to its record',
    async (tool, kind) => {
      const ids = await idsOf(tool, { limit: 50 });
      expect(ids.length).toBeGreaterThan(9);
      const short = await usingIds(service, (book) => ids.map((id) => book.shorten(kind, id)));
      expect(short.filter((one, i) => one.length < String(ids[i]).length).length).toBeGreaterThan(5);
      for (const [i, one] of short.entries()) expect(ids[i]?.startsWith(one)).toBe(true);
      for (let from = 0; from < short.length; from += 10) {
        const asked = short.slice(from, from + 10).join(',');
        const { code, stdout } = await runHere(['call', tool, '--ids', asked, '--json']);
        const { results } = JSON.parse(stdout) as { results: { id: string }[] };
        expect([code, results.map(({ id }) => id)]).toEqual([0, ids.slice(from, from + 10)]);
      }
    },
  );

  it('ends within a word, has a part of the second, and is left whole where little is saved', async () => {
    await usingIds(service, (book) => {
      expect(book.shorten('publications', 'paper-000f9eee9030')).toMatch(/^paper-000f9e?$/);
      expect(book.shorten('manufacturers', 'nvidia')).toBe('nvidia');
      expect(book.shorten('robots', 'unitree-g1')).toBe('unitree-g1');
      expect(book.shorten('robots', 'no-such-robot-at-all')).toBe('no-such-robot-at-all');
    });
  });

  it('is looked for in the kinds that are asked for', async () => {
    await usingIds(service, (book) => {
      expect(book.beginning('UNITREE-G1', ['robots'])).toContainEqual({ kind: 'robots', id: 'unitree-g1' });
      expect(book.beginning('', kinds)).toEqual([]);
      expect(book.beginning('--', kinds)).toEqual([]);
      expect(book.beginning('unitree-g1', ['news'])).toEqual([]);
    });
  });
});

describe('the beginning of an id', () => {
  it.each([
    [['compare', 'boston-dynamics-sp', 'unitree-go2'], 'boston-dynamics-spot'],
    [['certify', 'boston-dynamics-sp'], 'boston-dynamics-spot'],
    [['call', 'get_certification_info', '--id', 'fcc-part-95m'], 'fcc-part-95m-76-81ghz-radar'],
    [['call', 'get_certification_info', '--robot', 'boston-dynamics-sp'], 'boston-dynamics-spot'],
    [['call', 'show', '--view', 'compare', '--ids', 'boston-dynamics-sp'], 'boston-dynamics-spot'],
    [['robots', '--related_to', 'boston-dynamics-sp', '--limit', '1'], 'boston-dynamics-spot'],
    [['show', 'table', 'robots', '--ids', 'boston-dynamics-sp'], 'boston-dynamics-spot'],
  ])('%j is read as %s', async (args, id) => {
    const { code, stdout, stderr } = await runHere([...args, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(id);
  });

  it.each([
    [['compare', 'unitree-g'], 'unitree-g is the beginning of 5 ids: unitree-g1, unitree-gd01'],
    [['certify', 'unitree-g'], 'unitree-g is the beginning of 5 ids'],
    [['call', 'search_robots', '--ids', 'unitree-g,unitree-go2'], 'unitree-g is the beginning of 5 ids'],
  ])('%j of several says which, and fails', async (args, said) => {
    const { code, stderr } = await runHere(args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('show with a record', () => {
  it.each([
    ['unitree-go2', 'unitree-go2'],
    ['boston-dynamics-sp', 'boston-dynamics-spot'],
    ['spot', 'boston-dynamics-spot'],
    ['2026-10-10-a-l', '2026-10-10-a-look-into-gyms-where-robots-train-for-the'],
  ])('%s is that record', async (word, id) => {
    const { code, stdout } = await runHere(['show', word, '--json']);
    expect([code, JSON.parse(stdout).record.id]).toEqual([0, id]);
  });
});

describe('what was not understood', () => {
  it.each([
    [['compare', 'go2', 'sptot'], 'There is no sptot. Did you mean boston-dynamics-spot?'],
    [['compare', 'sptot'], 'There is no sptot. Did you mean boston-dynamics-spot?'],
    [['compare', 'go2', 'zzyzx-quux'], 'There is no zzyzx-quux.'],
    [
      ['call', 'search_robots', '--ids', 'spot,spoot'],
      'There is no spoot. Did you mean boston-dynamics-spot?',
    ],
    [['certify', 'spot', '--features', 'wify'], 'features knows no "wify". Near to it: wifi.'],
    [
      ['call', 'get_certification_info', '--robot', 'spot', '--features', 'wify'],
      '"wify" was not understood. Did you mean wifi?',
    ],
    [['robots', '--country', 'Xyzzy'], 'No country is called "Xyzzy"'],
  ])('%j is said in one sentence behind the answer, which fails', async (args, said) => {
    const { code, stderr } = await runHere(args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    const json = await runHere([...args, '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toBeTypeOf('object');
  });

  it('fails nothing that was read otherwise', async () => {
    expect((await runHere(['robots', 'quadrupde'])).code).toBe(0);
    expect((await runHere(['robots', 'quadruped', '--country', 'CN'])).stderr).toBe('');
  });
});
