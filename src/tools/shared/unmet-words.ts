import type { Kind } from '../../kinds/kinds.ts';
import { isOrdinaryWord } from '../../text/english.ts';
import { parseQuery } from '../../text/query.ts';
import type { ToolContext } from '../tool.ts';
import { oneLine } from './answer.ts';
import type { SearchPlan } from './search-plan.ts';

/** Of more words each would cost too many searches. */
const MAX_WORDS = 8;

/**
 * The search without the ordinary words that keep records which meet its conditions from matching, said: texts are short, and
 * a drone of which none says `tank` may have one. Undefined where something matches, where there is no condition, and where a
 * name is the cause.
 */
export function withoutUnmetWords<K extends Kind>(
  plan: SearchPlan<K>,
  { catalogue }: Pick<ToolContext, 'catalogue'>,
): SearchPlan<K> | undefined {
  if (plan.filters.length === 0 || plan.text === undefined) return undefined;
  const words = plan.text.match(/"[^"]*"|\S+/g) ?? [];
  if (words.length > MAX_WORDS) return undefined;
  const count = (kept: readonly string[], filters = plan.filters) =>
    catalogue.search(plan.kind, {
      ...(kept.length > 0 && { text: parseQuery(kept.join(' ')) }),
      filters,
      facets: [],
      limit: 1,
      isStrict: true,
    }).total;
  if (count([]) === 0) return undefined;
  // What has every word under another heading is nearer than what lacks one under this.
  const others = plan.filters.filter(({ isHeading }) => isHeading !== true);
  if (others.length < plan.filters.length && count(words, others) > 0) return undefined;
  const having = new Map(words.filter(isOrdinary).map((word) => [word, count([word])]));
  let kept = words.filter((word) => having.get(word) !== 0);
  while (count(kept) === 0) {
    const worst = mostEmptying(kept, having, count);
    if (worst === undefined) return undefined;
    kept = kept.filter((word) => word !== worst);
  }
  const lost = [...new Set(words.filter((word) => !kept.includes(word)))];
  // What is left has to be the question still.
  const conditions = plan.reading?.filter(({ part }) => part === 'clause').length ?? 0;
  if (kept.length + conditions <= lost.length) return undefined;
  const listed = lost.map((word) => `"${oneLine(word)}"`).join(', ');
  return {
    ...plan,
    text: kept.length === 0 ? undefined : kept.join(' '),
    wider: plan.text,
    ranks: [plan.ranks ?? '', ...lost].join(' ').trim(),
    searchedFor: `Searched without ${listed}: with ${lost.length === 1 ? 'it' : 'them'} nothing matches.`,
  };
}

/** True for a word, or words joined by hyphens, that may be left out. */
function isOrdinary(word: string): boolean {
  return word.split('-').every(isOrdinaryWord);
}

/** The ordinary word without which most would match, of several the one that fewest have. */
function mostEmptying(
  words: readonly string[],
  having: ReadonlyMap<string, number>,
  count: (kept: readonly string[]) => number,
): string | undefined {
  const [worst] = words
    .flatMap((word) => {
      const own = having.get(word);
      return own === undefined ? [] : [{ word, own, without: count(words.filter((one) => one !== word)) }];
    })
    .sort((a, b) => b.without - a.without || a.own - b.own);
  return worst?.word;
}
