import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const judgementKinds = ['known-item', 'topical', 'filtered', 'misspelt', 'empty'] as const;
export type JudgementKind = (typeof judgementKinds)[number];

export const grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

export const judgement = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    kind: z.enum(judgementKinds),
    tool: z.string().min(1),
    args: z.record(z.string(), z.unknown()),
    forms: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .optional()
      .describe('Other arguments for the same question, asked and scored beside `args`'),
    relevant: z
      .record(z.string(), grade)
      .describe(
        'Record id: 3 exactly what is wanted, 2 good, 1 related, 0 not relevant, as is what is not listed',
      ),
    pooled: z
      .literal(true)
      .optional()
      .describe(
        'Everything that a pool of systems found was judged: what is not listed is left out of the score',
      ),
    says: z
      .array(z.string().min(1))
      .optional()
      .describe('What the text of the answer has to hold, whatever its case: why nothing was found'),
    note: z.string().min(1).optional().describe('The rule by which it was judged'),
  })
  .refine(({ pooled, relevant }) => pooled || !Object.values(relevant).includes(0), {
    message: 'what is not listed is not relevant already',
  })
  .refine(({ kind, relevant }) => (kind === 'empty') === (Object.keys(relevant).length === 0), {
    message: 'an empty query has no relevant record, every other kind has some',
  })
  .refine(({ kind, relevant }) => kind === 'empty' || Object.values(relevant).includes(3), {
    message: 'at least one record is graded 3',
  });
/** A query, and by record id how well each record would answer it. */
export type Judgement = z.infer<typeof judgement>;

/** Judgements or first calls that are reported together, named after their file. */
export interface QuestionSet<T> {
  readonly name: string;
  readonly questions: readonly T[];
}

const here = dirname(fileURLToPath(import.meta.url));
export const judgementsDir = join(here, 'judgements');
export const firstCallsDir = join(here, 'first-calls');

/** A judgement a form of its question. */
export function formsOf(judged: Judgement): Judgement[] {
  const { forms = [], ...first } = judged;
  return [first, ...forms.map((args) => ({ ...first, args }))];
}

/** The names of the sets in a folder: `heldout`, `tuning`. */
export function setNames(dir: string): string[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .sort();
}

/** Reads a set. Throws an Error that names file and line of the first fault. */
export function readSet<T>(dir: string, name: string, schema: z.ZodType<T>): T[] {
  const file = `${name}.jsonl`;
  return parseLines(schema, readFileSync(join(dir, file), 'utf8'), file);
}

/** Parses the lines of a set; `file` is named in the message of the Error thrown for a fault. */
export function parseLines<T>(schema: z.ZodType<T>, text: string, file: string): T[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(readJson(line, `${file}:${index + 1}`));
    if (parsed.success) return [parsed.data];
    throw new Error(`${file}:${index + 1}: ${z.prettifyError(parsed.error)}`);
  });
}

function readJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${where}: not JSON`, { cause: error });
  }
}
