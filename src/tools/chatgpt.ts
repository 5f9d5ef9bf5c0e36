import { z } from 'zod';
import { boundedText, shortText } from '../kinds/arguments.ts';
import { isKind, type Kind, kinds } from '../kinds/kinds.ts';
import { dataJson } from '../lib/data-json.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { parseQuery } from '../text/query.ts';
import { block, oneLine } from './shared/answer.ts';
import { type Answer, type Tool, ToolError } from './tool.ts';

/** Results of one kind, and of all kinds together. */
const MOST_OF_A_KIND = 6;
const MOST_RESULTS = 20;
const LONGEST_QUERY = 1000;

type Fields = Readonly<Record<string, unknown>>;

const queryInput = z.strictObject({
  query: boundedText(LONGEST_QUERY).describe('Words, names, ids; "a phrase", -excluded'),
});
const idInput = z.strictObject({ id: shortText().describe('An id that search answered') });

const search: Tool<typeof queryInput> = {
  name: 'search',
  title: 'Search',
  description:
    'Search robots, robotics papers, companies, news, challenges and certification requirements, the best of each kind in turn.',
  access: 'READ',
  announced: false,
  idempotent: true,
  openWorld: false,
  input: queryInput,
  get output() {
    const result = z.object({ id: z.string(), title: z.string(), url: z.string() });
    return z.object({ results: z.array(result) });
  },
  run({ query }, { catalogue }) {
    const text = parseQuery(query);
    const found = kinds.map((kind) => {
      const { page, total } = catalogue.search(kind, {
        text,
        filters: [],
        facets: [],
        limit: MOST_OF_A_KIND,
      });
      const ids = page.map((index) => catalogue.store(kind).idOf(index));
      return { kind, ids, isNamed: catalogue.store(kind).named(query).length > 0, isComplete: total > 0 };
    });
    // Who names a record means it; then come kinds that have every word.
    const ranked = found.toSorted(
      (a, b) => Number(b.isNamed) - Number(a.isNamed) || Number(b.isComplete) - Number(a.isComplete),
    );
    const inTurn = Array.from({ length: MOST_OF_A_KIND }, (_, turn) =>
      ranked.flatMap(({ kind, ids }) => (ids[turn] === undefined ? [] : [{ kind, id: ids[turn] }])),
    ).flat();
    return answer({
      results: inTurn.slice(0, MOST_RESULTS).map(({ kind, id }) => headOf(catalogue, kind, id)),
    });
  },
};

const fetchRecord: Tool<typeof idInput> = {
  name: 'fetch',
  title: 'Fetch',
  description: 'The whole record of an id that search answered, with its sources.',
  access: 'READ',
  announced: false,
  idempotent: true,
  openWorld: false,
  input: idInput,
  get output() {
    const texts = { id: z.string(), title: z.string(), text: z.string(), url: z.string() };
    return z.object({ ...texts, metadata: z.record(z.string(), z.string()) });
  },
  run({ id }, { catalogue }) {
    const [kind, own] = readId(catalogue, id);
    const { version, date } = catalogue.info;
    return answer({
      ...headOf(catalogue, kind, own),
      text: block(catalogue.find(kind, own) ?? {}),
      metadata: { kind, data_version: version, data_date: date },
    });
  },
};

/** The pair of tools that ChatGPT's deep research asks for: one text in, one text of JSON out. */
export const chatgptTools: readonly Tool[] = [search, fetchRecord] as unknown as readonly Tool[];

function answer(structured: Fields): Answer {
  return { structured, text: dataJson(structured) };
}

/** `robots/unitree-g1`; an id by itself is looked for in every kind. */
function readId(catalogue: Catalogue, text: string): readonly [Kind, string] {
  const [, named = '', rest = ''] = /^([a-z]+)\/(.+)$/.exec(text) ?? [];
  const candidates: readonly (readonly [Kind, string])[] = isKind(named)
    ? [[named, rest]]
    : kinds.map((kind) => [kind, text]);
  for (const [kind, id] of candidates) {
    const record = catalogue.find(kind, id);
    if (record !== undefined) return [kind, record.id];
  }
  const near = candidates.flatMap(([kind, id]) =>
    catalogue.namesLike(kind, id, 2).map((other) => `${kind}/${other}`),
  );
  const hint = near.length > 0 ? ` Near to it: ${near.slice(0, 4).join(', ')}.` : ' Search first.';
  throw new ToolError('NOT_FOUND', `There is no record ${oneLine(text)}.${hint}`, {
    field: 'id',
    ...(near.length > 0 && { accepted: near.slice(0, 4) }),
  });
}

function headOf(catalogue: Catalogue, kind: Kind, id: string) {
  const record = (catalogue.find(kind, id) ?? {}) as Fields;
  const [source] = (record.sources ?? []) as readonly { readonly url: string }[];
  const title = [record.name, record.title, record.headline].find((one) => typeof one === 'string') ?? id;
  const url = typeof record.url === 'string' ? record.url : (source?.url ?? '');
  return { id: `${kind}/${id}`, title: oneLine(String(title)), url };
}
