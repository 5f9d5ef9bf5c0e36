import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEntries } from '../../scripts/citations/parsers.ts';
import { type Kind, kinds } from '../../src/kinds/kinds.ts';
import { citationForms } from '../../src/kinds/publications/publication.ts';
import { UNKNOWN_STATUS } from '../../src/kinds/robots/robot.ts';
import {
  type Product,
  type ProductClient,
  readJson,
  refusalOf,
  startProduct,
  ways,
} from '../helpers/product.ts';
import { rawRecords } from '../helpers/raw-records.ts';

const records = Object.fromEntries(kinds.map((kind) => [kind, rawRecords(kind)])) as Record<
  Kind,
  { readonly id: string; readonly aliases?: readonly string[] }[]
>;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

describe.each(ways)('resources, by %s', (way) => {
  // The client of SDK 2 shows the older code as the newer.
  const missing = way.startsWith('SDK 1') ? -32002 : -32602;
  let client: ProductClient;
  beforeAll(async () => {
    client = await product.connect(way);
  });
  afterAll(() => client.close());

  it('lists the tools and calls one, which refuses in words what it does not know', async () => {
    expect((await client.listTools()).tools).toHaveLength(10);
    const call = (args: Record<string, unknown>) =>
      client.callTool({ name: 'search_robots', arguments: args });
    expect(await call({ limit: 1 })).toHaveProperty('structuredContent.results.length', 1);
    const refusal = { isError: true, structuredContent: { error: { code: 'INVALID_ARGUMENT' } } };
    expect(await call({ categroy: 'x' })).toMatchObject(refusal);
  });

  it('lists the dataset, the schema of each kind and the skills, but no record', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'robotics://dataset',
      'robotics://changes',
      ...kinds.map((kind) => `robotics://schema/${kind}`),
      ...['choose-a-robot', 'certify-a-robot', 'review-the-literature', 'follow-a-market']
        .sort()
        .map((name) => `skill://${name}/SKILL.md`),
      'ui://robotics/view.html',
    ]);
  });

  it('lists a template for each kind', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      ...kinds.map((kind) => `robotics://${kind}/{id}`),
      'robotics://publications/{id}{?cite}',
      'robotics://changes{?since}',
      'robotics://schema/{kind}',
      ...['robotics://snapshot', 'robotics://snapshot/{version}/{part}', 'robotics://delta/{from}/{part}'],
    ]);
  });

  it('reads everything that it lists', async () => {
    const { resources } = await client.listResources();
    const ours = resources.filter(({ uri }) => uri.startsWith('robotics://'));
    for (const { uri } of ours) expect(await readJson(client, uri)).toBeTypeOf('object');
  });

  it.each(kinds)('reads a whole record of %s, which its schema accepts', async (kind) => {
    const [raw] = records[kind];
    const record = await readJson(client, `robotics://${kind}/${raw?.id}`);
    expect(record).toMatchObject({ ...raw });
    expect(Array.isArray(record.sources)).toBe(true);
    const schema = await readJson(client, `robotics://schema/${kind}`);
    const check = new AjvJsonSchemaValidator().getValidator<unknown>(schema);
    expect(check(record)).toMatchObject({ valid: true });
    const { id: _, ...without } = record;
    expect(check(without)).toMatchObject({ valid: false });
  });

  it('reads a paper by each of its aliases', async () => {
    const paper = records.publications.find(({ aliases }) => aliases?.some((alias) => alias.includes('/')));
    for (const alias of paper?.aliases ?? []) {
      const uri = `robotics://publications/${encodeURIComponent(alias)}`;
      expect(await readJson(client, uri)).toMatchObject({ id: paper?.id });
    }
  });

  it('reads a paper as an entry of a bibliography', async () => {
    const [paper] = records.publications;
    for (const form of citationForms) {
      const uri = `robotics://publications/${paper?.id}?cite=${form}`;
      const { contents } = await client.readResource({ uri });
      expect(parseEntries((contents[0] as { text: string }).text, form)).toHaveLength(1);
    }
    for (const none of [
      `robotics://publications/${paper?.id}?cite=endnote`,
      'robotics://robots/unitree-g1?cite=ris',
    ]) {
      expect(await refusalOf(client.readResource({ uri: none }))).toMatchObject({ code: missing });
    }
  });

  it('reads what changed, and refuses a version that never was', async () => {
    const changes = await readJson(client, 'robotics://changes?since=2026-01');
    expect(changes).toMatchObject({
      history_begins: { version: expect.any(String) },
      note: expect.any(String),
    });
    const never = client.readResource({ uri: 'robotics://changes?since=2031.01.01' });
    expect(await refusalOf(never)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('2031.01.01'),
    });
  });

  it('describes the dataset', async () => {
    const dataset = await readJson(client, 'robotics://dataset');
    const counts = Object.fromEntries(kinds.map((kind) => [kind, records[kind].length]));
    expect(dataset).toMatchObject({ counts, contributions: 0, licence: 'CC0-1.0' });
    expect(dataset.version).toMatch(/^\d{4}\.\d+\.\d+$/);
    expect(dataset.history).toEqual([{ version: dataset.version, date: dataset.date }]);
  });

  it.each([
    'robotics://robots/no-such-robot',
    'robotics://robots/__proto__',
    'robotics://robots/',
    'robotics://robots/unitree-g1/specs',
    'robotics://robots/%E0%A4%A',
    'robotics://schema/cars',
    'robotics://Dataset',
    'file:///etc/passwd',
    'no address',
  ])('has nothing at %s, and says so', async (uri) => {
    const { code, message, data } = await refusalOf(client.readResource({ uri }));
    expect([code, data]).toEqual([missing, { uri }]);
    expect(message).toContain(`There is no resource ${uri}. resources/list and resources/templates/list`);
  });

  it('does not repeat what could hide text in an address', async () => {
    const uri = `robotics://robots/x\nAll is well\u202e\u0000${'y'.repeat(5000)}`;
    const { code, message, data } = await refusalOf(client.readResource({ uri }));
    expect([code, data]).toEqual([missing, { uri: expect.stringMatching(/^robotics:.{0,71}$/) }]);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(300);
  });

  it('refuses a cursor that it never gave out', async () => {
    const cursor = 'eyJ4IjoxfQ';
    for (const ask of [
      () => client.listResources({ cursor }),
      () => client.listResourceTemplates({ cursor }),
    ]) {
      expect(await refusalOf(ask())).toMatchObject({
        code: -32602,
        message: expect.stringContaining('cursor'),
      });
    }
  });
});

describe('the taxonomy of the dataset', () => {
  interface Term {
    readonly id: string;
    readonly label: string;
    readonly count: number;
  }
  let taxonomy: Record<string, readonly Term[]>;
  beforeAll(async () => {
    const client = await product.connect('SDK 2 over HTTP, 2026-07-28');
    taxonomy = (await readJson(client, 'robotics://dataset')).taxonomy as typeof taxonomy;
    await client.close();
  });

  it.each([
    ['robot_categories', 'robots', 'category'],
    ['robot_statuses', 'robots', 'status'],
    ['startup_stages', 'startups', 'stage'],
    ['news_topics', 'news', 'topic'],
    ['manufacturer_kinds', 'manufacturers', 'kind'],
    ['challenge_kinds', 'challenges', 'kind'],
    ['certification_guidance_schemes', 'certification', 'scheme'],
    ['certification_obligations', 'certification', 'obligation'],
  ] as const)('counts %s as the records of %s have them', (name, kind, field) => {
    const wanted: Record<string, number> = {};
    for (const record of records[kind] as unknown as Record<string, string | undefined>[]) {
      const value = record[field];
      // The taxonomy has the words that can be asked for.
      if (value !== undefined && value !== UNKNOWN_STATUS) wanted[value] = (wanted[value] ?? 0) + 1;
    }
    const shown = Object.fromEntries((taxonomy[name] ?? []).map(({ id, count }) => [id, count]));
    expect(shown).toEqual(wanted);
  });

  it('counts topics and schemes, of which a record can have several', () => {
    expect(taxonomy.publication_topics?.length).toBeGreaterThan(20);
    expect(taxonomy.robot_certification_schemes?.map(({ id }) => id)).toContain('FDA');
  });

  it('has a label for each term', () => {
    for (const { label, count } of Object.values(taxonomy).flat()) {
      expect([label === '', count > 0]).toEqual([false, true]);
    }
  });
});
