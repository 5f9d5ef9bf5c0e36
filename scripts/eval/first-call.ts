import { z } from 'zod';
import type { Answer } from './answers.ts';

export const firstCallGroups = [
  'audit',
  'known item',
  'filter',
  'misspelt',
  'several names',
  'superlative',
  'venue',
  'own script',
  'kept out',
  'everyday value',
  'plain words',
  'empty',
  'certification',
  'news period',
] as const;

const ids = z.array(z.string().min(1)).min(1);
const spellings = z.array(z.string().min(1)).min(1).describe('Any of these, whatever its case');

const enough = z
  .strictObject({
    top: z
      .strictObject({ ids, within: z.int().min(1), at_least: z.int().min(1).optional() })
      .refine(
        ({ ids: wanted, at_least: least = 0 }) => least <= wanted.length,
        'at_least asks for more than ids',
      )
      .optional()
      .describe('These ids, or at_least so many of them, within the first so many'),
    facts: z.record(z.string(), z.array(spellings).min(1)).optional().describe("Of an id's own row"),
    says: z.array(spellings).min(1).optional().describe('Of the text as a whole'),
    absent: ids.optional(),
    only: z.array(z.string().min(1)).optional().describe('No record but these; none for []'),
    total: z.int().min(0).optional(),
    max_tokens: z.int().min(1).optional(),
  })
  .refine((asked) => Object.keys(asked).length > 0, 'it says nothing');
/** What makes an answer enough. A refusal never is. */
export type Enough = z.infer<typeof enough>;

export const firstCall = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  group: z.enum(firstCallGroups),
  question: z.string().min(1).describe("A person's words"),
  enough,
  calls: z
    .array(
      z.strictObject({
        tool: z.string().min(1),
        args: z.record(z.string(), z.unknown()),
        enough: enough.optional().describe('Instead of what the question says'),
        next: spellings
          .optional()
          .describe('A next call that brings the answer, as the text would name it: half'),
      }),
    )
    .min(1)
    .max(3),
});
/** A question, the first calls that different clients would make for it, and what is enough. */
export type FirstCall = z.infer<typeof firstCall>;

/** 1 for an answer that is enough, 0.5 for one that names a next call that is, else 0. */
export function scoreCall(answer: Answer, wanted: Enough, next: readonly string[] = []): number {
  if (answer.error === undefined && isEnough(answer, wanted)) return 1;
  return next.length > 0 && holdsAny(answer.text, next) ? 0.5 : 0;
}

function isEnough({ ids: shown, total, text, tokens }: Answer, wanted: Enough): boolean {
  const { top, facts = {}, says = [], absent = [], only = shown } = wanted;
  const first = new Set(shown.slice(0, top?.within));
  const found = top?.ids.filter((id) => first.has(id)).length ?? 0;
  return (
    found >= (top?.at_least ?? top?.ids.length ?? 0) &&
    Object.entries(facts).every(([id, all]) => all.every((any) => holdsAny(rowOf(id, text), any))) &&
    says.every((any) => holdsAny(text, any)) &&
    !absent.some((id) => shown.includes(id)) &&
    shown.every((id) => only.includes(id)) &&
    (wanted.total === undefined || wanted.total === total) &&
    tokens <= (wanted.max_tokens ?? Number.POSITIVE_INFINITY)
  );
}

/** The line of a record in a table, or its lines where it is shown with every field. */
function rowOf(id: string, text: string): string {
  const lines = text.split('\n');
  const row = lines.find((line) => line.startsWith(`${id} |`));
  if (row !== undefined) return row;
  const start = lines.indexOf(`id: ${id}`);
  const end = lines.indexOf('', start);
  return start < 0 ? '' : lines.slice(start, end < 0 ? undefined : end).join('\n');
}

/** True if the text has one of the spellings as whole words: `14.5` is not in `114.5`. */
function holdsAny(text: string, any: readonly string[]): boolean {
  return any.some((spelling) => {
    const escaped = spelling.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}[.,])${escaped}(?![\\p{L}\\p{N}]|[.,]\\p{N})`, 'iu').test(
      text,
    );
  });
}
