import type { Kind } from '../../kinds/kinds.ts';
import { namedTopics } from '../../kinds/vocabularies/topics.ts';
import { readTerm, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import { fold, singular, words } from '../../text/fold.ts';
import { readArguments } from '../shared/read-arguments.ts';
import type { ToolContext } from '../tool.ts';
import type { SearchTool } from './records.ts';

/** What people search for most often comes first. */
const USUAL: readonly Kind[] = [
  'robots',
  'publications',
  'certification',
  'startups',
  'manufacturers',
  'news',
  'challenges',
];

/** Words for what only records of a kind tell of, in the singular. */
const subjects: Readonly<Partial<Record<Kind, string>>> = {
  certification:
    'law legal legally regulation regulatory directive standard compliance comply conformity marking homologation certify permit allowed',
  challenges: 'deadline hackathon tournament registration submission',
  startups: 'funding investor investment valuation raised unicorn',
  news: 'recall announcement',
  manufacturers: 'company firm producer',
  publications: 'author conference journal proceedings bibtex doi citation cited',
};

/**
 * The kind that a question is likeliest about: the one that a word of it names (`papers on grasping`); or else one that has
 * a record of this name, where it is no mere category of robots and no topic of papers; or else the one whose subject a word is (`CE marking`); or
 * else the first that has records with every word.
 */
export function likelyKind(
  query: string,
  searches: readonly SearchTool[],
  context: ToolContext,
): Kind | undefined {
  const offered = USUAL.filter((kind) => searches.some(({ search }) => search.kind === kind));
  const said = new Set(words(fold(query)).map(singular));
  // Whatever is asked about is asked about robots: the word says least.
  const others = offered.filter((kind) => kind !== 'robots');
  const saying = (wordsOf: (kind: Kind) => readonly string[]) =>
    others.find((kind) => wordsOf(kind).some((name) => said.has(singular(name))));
  const called = saying(namesOfKind);
  if (called !== undefined) return called;
  const isCategory = readTerm(vocabularies.robot_category, query) !== undefined;
  if (isCategory && offered.includes('robots')) return 'robots';
  if (namedTopics(query).length > 0 && offered.includes('publications')) return 'publications';
  const { catalogue } = context;
  const named = offered.find((kind) => catalogue.store(kind).named(query).length > 0);
  return (
    named ??
    saying((kind) => (subjects[kind] ?? '').split(' ')) ??
    offered.find((kind) => hasAll(query, kind, searches, context))
  );
}

/** Words for a kind, of one word each. */
function namesOfKind(kind: Kind): string[] {
  const { terms } = vocabularies.resource_type;
  const own = terms.find(({ id }) => id === kind);
  return [kind, ...(own?.aliases ?? [])].map(fold).filter((name) => !/\s/.test(name));
}

function hasAll(query: string, kind: Kind, searches: readonly SearchTool[], context: ToolContext): boolean {
  const tool = searches.find(({ search }) => search.kind === kind);
  if (tool === undefined) return false;
  const args = readArguments(tool.input, { query, limit: 1 });
  const { structured, isLess } = tool.search.page(args, context);
  return isLess !== true && ((structured as { readonly total?: number }).total ?? 0) > 0;
}
