import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { keepInMemory } from '../../src/contributions/open.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** What came of a call, as far as it is judged. */
export interface Answer {
  /** The records shown, in their order. */
  readonly ids: readonly string[];
  /** How many records match, where the answer says so. */
  readonly total?: number | undefined;
  readonly notes: readonly string[];
  /** What a model reads. */
  readonly text: string;
  readonly tokens: number;
  /** The refusal, where the tool answered with one. */
  readonly error?: string;
}

/** Answers calls: the product, or a baseline beside it. */
export type Answerer = (tool: string, args: Arguments) => Promise<Answer>;

const records = z.array(z.looseObject({ id: z.string() }));
const structured = z.looseObject({
  results: records,
  total: z.int().optional(),
  /** Recurring challenges, which stand apart after the open ones. */
  expected_again: records.optional(),
  notes: z.array(z.string()).optional(),
});

/** The tools on a catalogue. Today is the date of the data. */
export function answererOn(catalogue: Catalogue): Answerer {
  const context = { catalogue, contributions: keepInMemory(catalogue), today: catalogue.info.date };
  return product(
    createRegistry({
      select: 'all',
      readOnly: true,
      context: async () => context,
      onInternalError: (reference, error) => console.error(reference, error),
    }),
  );
}

/** Answers as a client gets them. */
export function product(registry: Registry): Answerer {
  return async (tool, args) => {
    const called = await registry.call(tool, args, LOCAL_USER);
    const text = called.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const common = { text, tokens: countTokens(text) };
    if (called.isError === true) return { ...common, ids: [], notes: [], error: text };
    const {
      results,
      total,
      expected_again: expected = [],
      notes = [],
    } = structured.parse(called.structuredContent);
    return { ...common, ids: [...results, ...expected].map(({ id }) => id), total, notes };
  };
}

const wordArguments = [
  'query',
  'topic',
  'author',
  'journal',
  'capability',
  'focus',
  'features',
  'entity',
  'manufacturer',
  'category',
  'robot_category',
  'country',
  'kind',
  'stage',
] as const;

/** The arguments of a call that take a person's words: what its result is reported by. */
export function wordArgumentsOf(args: Arguments): string[] {
  const given = wordArguments.filter((name) => name in args);
  return given.length === 0 ? ['no words'] : given;
}
