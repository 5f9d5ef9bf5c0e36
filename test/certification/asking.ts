import type { Catalogue } from '../../src/search/catalogue.ts';
import { getCertificationInfo } from '../../src/tools/get-certification-info.ts';
import { readArguments } from '../../src/tools/shared/read-arguments.ts';
import type { Answer, ToolContext } from '../../src/tools/tool.ts';

interface Entry {
  readonly id: string;
  readonly scheme: string;
  readonly obligation: string;
  readonly phase?: string;
  readonly because?: string;
  readonly applies?: string;
}

export interface Question {
  readonly question: string;
  readonly features?: readonly string[];
  readonly robot_categories?: readonly string[];
  readonly requirements: Readonly<Record<string, string>>;
  readonly more?: number;
}

/** What the tests read of an answer. */
interface Guidance {
  readonly results: readonly Entry[];
  readonly total: number;
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly depends_on?: readonly Question[];
  readonly further_questions?: number;
  readonly inferred?: readonly { readonly because: string; readonly features: readonly string[] }[];
  readonly robot_certifications?: readonly Readonly<Record<string, string>>[];
  readonly notes: readonly string[];
  readonly next_cursor?: string;
  readonly features?: readonly string[];
  readonly denied?: readonly string[];
  readonly not_understood?: readonly { readonly feature: string; readonly nearest: readonly string[] }[];
  readonly plan?: readonly { readonly phase: string; readonly at_once: number; readonly waiting: number }[];
}

export function answer(catalogue: Catalogue, args: object): Answer {
  const context = { catalogue, contributions: { count: 0 }, today: '2026-11-21' } as unknown as ToolContext;
  return getCertificationInfo.run(readArguments(getCertificationInfo.input, args), context) as Answer;
}

export function ask(catalogue: Catalogue, args: object): Guidance {
  return answer(catalogue, { limit: 50, ...args }).structured as unknown as Guidance;
}

/** Every word that the questions of any scheme ask about. */
export function wordsAsked(catalogue: Catalogue, args: object): Set<string> {
  const questions = ['FCC', 'UL', 'FDA', 'OSHA', 'DOT'].flatMap(
    (scheme) => ask(catalogue, { ...args, scheme }).depends_on ?? [],
  );
  return new Set(
    questions.flatMap(({ features = [], robot_categories = [] }) => [...features, ...robot_categories]),
  );
}
