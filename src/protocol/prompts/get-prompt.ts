import { nearest } from '../../kinds/vocabularies/vocabulary.ts';
import { oneLine } from '../../tools/shared/render.ts';
import { prompts } from './prompts.ts';

/** Longer arguments are refused: they would not be names or topics. */
const maxLength = 500;

/** Why a prompt cannot be given, as a sentence for the caller. */
export class PromptError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PromptError';
  }
}

/** The task of a prompt in words. Throws PromptError for an unknown prompt or argument, or a missing one. */
export function promptText(name: string, args: Readonly<Record<string, string>>): string {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (prompt === undefined) {
    throw new PromptError(`There is no prompt ${oneLine(name).slice(0, 80)}. Prompts: ${list(prompts)}.`);
  }
  const known = prompt.arguments.map((argument) => argument.name);
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(args)) {
    if (!known.includes(key)) {
      const [near] = nearest(key, known, 1);
      throw new PromptError(
        `${name} has no argument ${oneLine(key).slice(0, 80)}.${near ? ` Did you mean ${near}?` : ''} It takes: ${known.join(', ')}.`,
      );
    }
    if (value.length > maxLength)
      throw new PromptError(`${key} must be at most ${maxLength} characters long.`);
    if (oneLine(value) !== '') given[key] = oneLine(value);
  }
  const missing = prompt.arguments.find(
    (argument) => argument.required && given[argument.name] === undefined,
  );
  if (missing !== undefined) throw new PromptError(`${name} needs ${missing.name}: ${missing.description}.`);
  return prompt.text(given);
}

function list(named: readonly { readonly name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}
