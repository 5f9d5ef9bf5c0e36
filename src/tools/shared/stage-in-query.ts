import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';

/** The stage of a startup that a question names, and the words that are left. */
export interface StageRead {
  readonly phrase: string;
  readonly rest: string;
  readonly stages: readonly string[];
}

// A sum or a date of a round asks for more than the stage.
const stage =
  /\b(pre[- ]seed|seed(?=[- ](?:stage|funded|startups?|compan\w+|firms?)\b)|(?:pre[- ])?series[- ][a-j]\b\+?)(?:[- ](?:stage|funded))?/i;

/** `Swiss startups series A`, `seed-stage`; undefined where none is named, or something is quoted or left out. */
export function stageIn(query: string): StageRead | undefined {
  if (/"|(?:^|\s)-|\b(?:not|no|without|after|beyond|before|than)\b/i.test(query)) return undefined;
  const match = stage.exec(query);
  const stages = match === null ? undefined : readTerm(vocabularies.startup_stage, match[1] ?? '');
  if (match === null || stages === undefined) return undefined;
  const rest = query.replace(match[0], ' ').replace(/\s+/g, ' ').trim();
  return { phrase: match[0], rest, stages };
}
