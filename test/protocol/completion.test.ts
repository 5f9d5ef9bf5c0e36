import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, type ProductClient, refusalOf, startProduct } from '../helpers/product.ts';
import { rawRecords } from '../helpers/raw-records.ts';

/** The older and the newer, each by a transport of its own: what holds by every way is held up by resources.test.ts. */
const some = ['SDK 1 over stdio', 'SDK 2 over HTTP, 2026-07-28'] as const;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

describe.each(some)('completions, by %s', (way) => {
  let client: ProductClient;
  beforeAll(async () => {
    client = await product.connect(way);
  });
  afterAll(() => client.close());

  const ofPrompt = async (name: string, argument: string, value: string) =>
    (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } }))
      .completion;
  const ofTemplate = async (uri: string, argument: string, value: string) =>
    (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: argument, value } }))
      .completion;

  it('of robots, by the beginning of a name, a maker and name, or an id', async () => {
    expect((await ofPrompt('compare_robots', 'robots', 'Dig')).values).toContain('agility-digit');
    expect((await ofPrompt('compare_robots', 'robots', 'unitree g')).values).toContain('unitree-g1');
    const { values, total, hasMore } = await ofPrompt('compare_robots', 'robots', 'universal-robots-ur5');
    expect(values).toContain('universal-robots-ur5e');
    expect([total, hasMore]).toEqual([values.length, false]);
  });

  it('of the last entry of a list, keeping what stands before it', async () => {
    const { values } = await ofPrompt('compare_robots', 'robots', '1x-neo, Spot,unitree-g');
    expect(values).toContain('1x-neo, Spot, unitree-g1');
    expect(values.every((value) => value.startsWith('1x-neo, Spot, '))).toBe(true);
    const features = await ofPrompt('plan_certification', 'features', 'wifi, lidar');
    expect(features.values).toContain('wifi, lidar-laser');
  });

  it('of words: categories, topics, countries; those that begin so first', async () => {
    expect((await ofPrompt('plan_certification', 'category', 'home cl')).values).toEqual(['home_cleaning']);
    expect((await ofPrompt('scout_market', 'segment', 'HUM')).values[0]).toBe('humanoid');
    expect((await ofPrompt('review_literature', 'topic', 'grasp')).values).toContain('grasping');
    const { values } = await ofPrompt('scout_market', 'country', 'ger');
    expect(values[0]).toBe('Germany');
    expect(values).toContain('Niger');
  });

  it('of ids and kinds in the addresses of resources', async () => {
    expect((await ofTemplate('robotics://robots/{id}', 'id', 'unitree-g')).values).toContain('unitree-g1');
    expect((await ofTemplate('robotics://schema/{kind}', 'kind', 'ro')).values).toEqual(['robots']);
    const paper = rawRecords('publications').find(({ id }) => id.startsWith('arxiv-2401-'));
    const typed = paper?.id.slice('arxiv-'.length).replace('-', '.') ?? '';
    expect((await ofTemplate('robotics://publications/{id}', 'id', typed)).values).toContain(paper?.id);
  });

  it('of what is offered lead to resources that can be read', async () => {
    const { values } = await ofTemplate('robotics://manufacturers/{id}', 'id', 'a');
    expect(values.length).toBeGreaterThan(3);
    for (const id of values.slice(0, 5)) {
      expect((await client.readResource({ uri: `robotics://manufacturers/${id}` })).contents).toHaveLength(1);
    }
  });

  it('are at most a hundred, and say that there are more', async () => {
    const { values, hasMore } = await ofTemplate('robotics://publications/{id}', 'id', '');
    expect([values.length, new Set(values).size, hasMore]).toEqual([100, 100, true]);
    const countries = await ofPrompt('scout_market', 'country', '');
    expect([countries.values.length, countries.hasMore]).toEqual([100, true]);
    expect(countries.total).toBeGreaterThan(200);
  });

  it.each([
    ['compare_robots', 'purpose', 'teach'],
    ['compare_robots', 'no_such_argument', 'x'],
    ['compare_robots', 'robots', 'zzzzqqq'],
    ['compare_robots', 'robots', "'; DROP TABLE robots; --"],
    ['compare_robots', 'robots', 'a%'.repeat(20)],
    ['review_literature', 'topic', 'x'.repeat(10_000)],
  ])('of %s, %s, have none to offer for some texts', async (prompt, argument, value) => {
    expect(await ofPrompt(prompt, argument, value)).toEqual({ values: [], total: 0, hasMore: false });
  });

  it('of what does not exist are refused', async () => {
    for (const ask of [
      () => ofPrompt('no_such_prompt', 'robots', 'x'),
      () => ofPrompt('constructor', 'robots', 'x'),
      () => ofTemplate('robotics://cars/{id}', 'id', 'x'),
      () => ofTemplate('file:///{path}', 'path', '/etc'),
    ]) {
      expect(await refusalOf(ask())).toMatchObject({
        code: -32602,
        message: expect.stringContaining('ref names no prompt or resource template.'),
      });
    }
  });
});
