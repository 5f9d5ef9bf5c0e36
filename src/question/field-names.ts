import grammar from '../../dataset/taxonomy/grammar.json' with { type: 'json' };
import { type Kind, type KindIndex, kindIndexes } from '../kinds/kinds.ts';
import { fold, singular } from '../text/fold.ts';
import { leavesIn } from './clauses.ts';
import type { Node } from './nodes.ts';
import type { Clause } from './question.ts';

const fieldNames: Readonly<Record<string, readonly string[]>> = grammar.fieldNames;

/**
 * The parts of a question without words that say only what all records are, or name a field that is asked for: `brand` of
 * `any brand except DJI`, `years` of `the years 2016 to 2025`. `ordered`: the fields of an order; `hasMore`: something is
 * asked for beside these parts.
 */
export function withoutFieldNames(
  nodes: readonly Node[],
  kind: Kind,
  { ordered, hasMore }: { readonly ordered: readonly string[]; readonly hasMore: boolean },
): Node[] {
  const { domainStopWords } = kindIndexes[kind] as unknown as KindIndex;
  const fields = new Set(
    nodes.flatMap(({ meaning }) => ('clause' in meaning ? namedFields(meaning.clause) : [])),
  );
  const names = new Set([...fields, ...ordered].flatMap((field) => fieldNames[field] ?? []));
  const hasSides = nodes.some(({ joint }) => joint === 'or');
  const stemOf = ({ meaning, joint, isAdjacent }: Node) => {
    if (!('word' in meaning) || meaning.word.isQuoted || joint === 'or') return '';
    // `FIRST LEGO League or VEX Robotics Competition`: it belongs to a name, of which each side has one.
    if (hasSides && isAdjacent && /^\p{Lu}/u.test(meaning.word.text)) return '';
    return singular(fold(meaning.word.text));
  };
  const named = nodes.filter((node) => !names.has(stemOf(node)));
  const own = named.filter((node) => node.joint !== '' || !domainStopWords.includes(stemOf(node)));
  if (own.length === 0 && !hasMore) return [...nodes];
  // Beside other words they may belong to a phrase, as in `parts on demand`; the search passes over them.
  const isBeside = !hasSides && own.some(({ meaning }) => 'word' in meaning);
  return isBeside ? named : own;
}

/** The fields of a condition; dates of all kinds are called alike. */
function namedFields(clause: Clause): string[] {
  return leavesIn(clause).map(({ op, field }) => (op === 'period' ? 'period' : field));
}
