import { featureWords } from '../certification/features.ts';
import { isKind } from '../kinds/kinds.ts';
import { countryWords } from '../kinds/vocabularies/countries.ts';
import { topics } from '../kinds/vocabularies/topics.ts';
import { vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import { sanitizeLine } from '../lib/sanitize.ts';
import { compact } from '../text/fold.ts';
import type { DataContext } from '../tools/tool.ts';
import { type PromptArgument, prompts } from './prompts.ts';

/** The protocol's bound on one answer. */
const MAX_VALUES = 100;

export interface Completion {
  readonly values: string[];
  /** Left out where there are more than are looked up. */
  readonly total?: number;
  readonly hasMore: boolean;
}

/** Suggestions for an argument of a prompt; undefined if there is no such prompt. */
export function completePrompt(
  prompt: string,
  argument: string,
  typed: string,
  context: DataContext,
): Completion | undefined {
  const found = prompts.find(({ name }) => name === prompt);
  if (found === undefined) return undefined;
  const about = found.arguments.find(({ name }) => name === argument);
  if (about?.completes === undefined) return none;
  if (about.list !== true) return suggest(about.completes, typed, context);
  const cut = typed.lastIndexOf(',') + 1;
  const { values, ...rest } = suggest(about.completes, typed.slice(cut), context);
  const before = cut === 0 ? '' : `${typed.slice(0, cut)} `;
  return { values: values.map((value) => sanitizeLine(`${before}${value}`)), ...rest };
}

/** Suggestions for the variable of a resource template; undefined if there is no such template. */
export function completeTemplate(
  template: string,
  argument: string,
  typed: string,
  { catalogue }: DataContext,
): Completion | undefined {
  const [, kind = ''] = /^robotics:\/\/([a-z]+)\/\{/.exec(template) ?? [];
  if (kind === 'schema')
    return argument === 'kind' ? beginning(Object.keys(catalogue.counts()), typed) : none;
  if (!isKind(kind)) return undefined;
  if (argument !== 'id') return none;
  return ids(catalogue.store(kind).idsBeginning(typed, MAX_VALUES + 1));
}

function suggest(
  what: NonNullable<PromptArgument['completes']>,
  typed: string,
  { catalogue }: DataContext,
): Completion {
  if (what === 'robots') return ids(catalogue.store('robots').idsBeginning(typed, MAX_VALUES + 1));
  const words = {
    categories: vocabularies.robot_category.terms.map(({ id }) => id),
    topics: topics.map(({ id }) => id),
    countries: countryWords.filter((word) => word.length > 2),
    features: featureWords,
  }[what];
  return beginning(words, typed);
}

const none: Completion = { values: [], total: 0, hasMore: false };

/** Words that begin with what was typed, then those that only contain it. */
function beginning(candidates: readonly string[], typed: string): Completion {
  const wanted = compact(typed);
  const found = candidates.filter((word) => compact(word).includes(wanted));
  found.sort((a, b) => Number(compact(b).startsWith(wanted)) - Number(compact(a).startsWith(wanted)));
  return cut(found);
}

/** Only the first ids were looked up: their total is not known. */
function ids(found: readonly string[]): Completion {
  const { total: _beginning, ...rest } = cut(found);
  return rest.hasMore ? rest : cut(found);
}

function cut(found: readonly string[]): Completion {
  return {
    values: found.slice(0, MAX_VALUES).map((value) => sanitizeLine(value)),
    total: found.length,
    hasMore: found.length > MAX_VALUES,
  };
}
