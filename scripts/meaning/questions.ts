import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseLines } from '../eval/judgement.ts';

const here = join(dirname(fileURLToPath(import.meta.url)), 'questions');
const text = z.string().min(1);
/** The languages in which questions are written beside English. */
export const languages = ['de', 'fr', 'es', 'zh', 'ja', 'ko'] as const;
const inLanguages = { de: text, fr: text, es: text, zh: text, ja: text, ko: text };

const files = {
  /** Papers in everyday words and in those of the field. */
  everyday: z.strictObject({ id: text, plain: text, field: text, lang: text.optional() }),
  /** Papers as a question, as a need and as a topic. */
  more: z.strictObject({ id: text, ask: text, need: text, topic: text }),
  /** Robots in everyday words and in those of the field. */
  robots: z.strictObject({ id: text, plain: text, field: text, lang: text.optional() }),
  /** A question for a record, in other languages. */
  translations: z.strictObject({ id: text, en: text, ...inLanguages }),
  /** Everyday phrases, each with words of the field, the best first, between semicolons. */
  pairs: z.strictObject({ plain: text, field: text }),
  /** Terms that mean nearly the same. */
  synonyms: z.strictObject({ words: z.array(text).min(2) }),
  /** Words in other languages. */
  languages: z.object({ en: text }).catchall(text),
} as const;

type Files = typeof files;
export type QuestionsName = keyof Files;
export const questionsNames = Object.keys(files) as QuestionsName[];

/** The questions that were written for the table, as one file holds them. */
export function readQuestions<N extends QuestionsName>(name: N): z.output<Files[N]>[] {
  const file = `${name}.jsonl`;
  return parseLines(
    files[name] as unknown as z.ZodType<z.output<Files[N]>>,
    readFileSync(join(here, file), 'utf8'),
    file,
  );
}

/** Everything that was written there, as it is trained on. */
export function writtenTexts(line: object): string[] {
  return Object.entries(line).flatMap(([member, value]) =>
    member === 'id' || member === 'lang' ? [] : [value].flat().flatMap((one: string) => one.split(';')),
  );
}

/** True for a record in five, whose questions are not trained on: they are asked by `npm run eval`. */
export function isHeldBack(id: string): boolean {
  return (createHash('sha256').update(id).digest()[0] as number) % 5 === 0;
}
