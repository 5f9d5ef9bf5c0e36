import { z } from 'zod';
import { sanitizeLine } from '../lib/sanitize.ts';
import type { Ask, Fields } from './definition.ts';

/** How a date argument is described to a model; a refusal names more forms. */
export const dateForms = '2024, 2024-06-30, Q2 2024 or 7d';

/** The longest is what JavaScript writes, with the name of its zone. */
const LONGEST_DATE = 80;

/** Text unfolds to at most so many times its length: Hangul does, to three letters a syllable. */
const UNFOLDING = 3;

/**
 * A text of bounded length, also once its compatibility characters are written out: U+FDFA alone is eighteen. It is
 * sanitized unless another schema for it is given.
 */
export function boundedText(max: number, text = z.string().overwrite(sanitizeLine)) {
  const isShort = (value: string) => value.length > max || value.normalize('NFKD').length <= UNFOLDING * max;
  return text.max(max).refine(isShort, `its characters written out are more than ${UNFOLDING * max}`);
}

const noControls = z
  .string()
  .refine((value) => !/\p{Cc}/u.test(value.trim()), 'control characters are not allowed');

/** A short free text, sanitized. Control characters inside it are refused: nobody means them. */
export function shortText(max = 200) {
  return boundedText(max, noControls.overwrite(sanitizeLine).min(1));
}

/** An address, as it was given: whoever takes it refuses what does not show. */
export function addressText(max = 2000) {
  return boundedText(max, noControls.trim().min(1));
}

/** A date, which the tool reads. */
export function dateArgument() {
  return shortText(LONGEST_DATE);
}

type ArgumentsOfAsk<Name extends string, A> = A extends { schema(): infer S extends z.ZodType }
  ? { readonly [N in Name]?: z.output<S> | undefined }
  : A extends { argument: infer N extends string }
    ? { readonly [K in N]?: number | undefined }
    : A extends { from: { argument: infer From extends string }; to: { argument: infer To extends string } }
      ? { readonly [K in From | To]?: string | undefined }
      : { readonly [N in Name]?: string | undefined };

type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** What a caller may say of these fields, as it was validated. */
export type ArgumentsOf<F> = All<
  { [Name in keyof F & string]: F[Name] extends { ask: infer A } ? ArgumentsOfAsk<Name, A> : never }[keyof F &
    string]
>;

/** The schemas of the arguments by which these fields are asked for, made anew: few calls need them. */
export function argumentSchemas(fields: Fields<never>): Record<string, z.ZodType> {
  return Object.assign({}, ...Object.entries(fields).map(([name, { ask }]) => ask && schemasOf(name, ask)));
}

function schemasOf(name: string, ask: Ask): Record<string, z.ZodType> {
  switch (ask.as) {
    case 'own':
      return { [name]: (ask.schema?.() ?? shortText()).optional().describe(ask.describe) };
    case 'least':
      return { [ask.argument]: z.number().nonnegative().optional().describe(ask.describe) };
    case 'period':
      return Object.fromEntries(
        [ask.from, ask.to].map(({ argument, describe }) => [
          argument,
          dateArgument().optional().describe(describe),
        ]),
      );
    case 'words':
      return { [name]: shortText(ask.max).optional().describe(ask.describe) };
  }
}
