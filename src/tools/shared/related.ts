import { type Kind, kindIndexes, type RecordOf } from '../../kinds/kinds.ts';
import { numericSpecs } from '../../kinds/robots/robot.ts';
import type { KindStore } from '../../search/kind-store.ts';
import { alternativeRobots, type Related, sharingRecords } from '../../search/related.ts';
import { relatedPapers } from '../../search/related-papers.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { oneLine } from './answer.ts';
import { type Named, readingNotes, resolveName } from './named-record.ts';
import type { SearchArguments } from './search-input.ts';
import type { SearchPlan } from './search-plan.ts';

/** How the records of a kind are like one another, and how that is said. */
interface Likeness<K extends Kind> {
  readonly like: (store: KindStore<K>, index: number) => Related;
  said(record: RecordOf<K>): string;
}

const likenesses: { readonly [K in Kind]?: Likeness<K> } = {
  robots: {
    like: (robots, index) => alternativeRobots(robots, index, numericSpecs),
    said: ({ id, category }) =>
      `Alternatives to ${id}: of category ${category}, nearest in specs and price first. For a table with it: ids.`,
  },
  publications: {
    like: relatedPapers,
    said: ({ id, title }) =>
      `Like ${id}, "${oneLine(title)}": by meaning, words of titles and abstracts, authors and years; why says what is shared.`,
  },
  startups: {
    like: (startups, index) =>
      sharingRecords(
        startups,
        index,
        'focus',
        kindIndexes.startups.domainStopWords,
        startups.words('stage').having(['shut_down']),
      ),
    said: ({ id, focus }) => `Like ${id}, which is left out: by focus (${focus.join(', ')}).`,
  },
  manufacturers: {
    like: (makers, index) =>
      sharingRecords(makers, index, 'capability', kindIndexes.manufacturers.domainStopWords),
    said: ({ id, capabilities }) =>
      `Like ${id}, which is left out: by capabilities (${capabilities.join(', ')}).`,
  },
};

/** A search for what is like a record, what to say of it, and what is left of the query. */
interface RelatedPlan<K extends Kind> extends Pick<SearchPlan<K>, 'like' | 'why'> {
  readonly note: string;
}

/** A search for records like the one that `related_to` names. */
export function relatedIn<K extends Kind>(
  kind: K,
  asked: { readonly related_to?: string | undefined } & SearchArguments,
  context: ToolContext,
): RelatedPlan<K> | undefined {
  const likeness = likenesses[kind];
  const { related_to: id } = asked;
  return likeness === undefined || id === undefined
    ? undefined
    : relatedTo(id, asked, kind, context, likeness);
}

/** A search for records like the one that a phrase of a question names; undefined where it names none, or none can be alike. */
export function likeNamed<K extends Kind>(
  kind: K,
  name: string,
  context: ToolContext,
): (RelatedPlan<K> & { readonly row: number }) | undefined {
  const likeness = likenesses[kind];
  const named = likeness === undefined ? undefined : resolveName(kind, name, context);
  if (likeness === undefined || named?.row === undefined) return undefined;
  return { ...relatedToNamed(named, kind, context, likeness), row: named.row };
}

function relatedTo<K extends Kind>(
  id: string,
  { query, ids }: SearchArguments,
  kind: K,
  context: ToolContext,
  likeness: Likeness<K>,
): RelatedPlan<K> {
  const other = query === undefined ? (ids === undefined ? undefined : 'ids') : 'query';
  if (other !== undefined) {
    throw new ToolError('INVALID_ARGUMENT', `related_to finds what is like one record: leave ${other} out.`, {
      field: other,
    });
  }
  return relatedToNamed(resolveName(kind, id, context), kind, context, likeness);
}

function relatedToNamed<K extends Kind>(
  named: Named,
  kind: K,
  context: ToolContext,
  { like, said }: Likeness<K>,
): RelatedPlan<K> {
  const { asked: id, row: index } = named;
  const store = context.catalogue.store(kind);
  if (index === undefined) {
    const near = context.catalogue.namesLike(kind, id, 3);
    const hint =
      near.length > 0 ? `Near to it: ${near.join(', ')}.` : `Search first; ids stand in every answer.`;
    throw new ToolError('NOT_FOUND', `related_to names no record of ${kind}: ${oneLine(id)}. ${hint}`, {
      field: 'related_to',
      ...(near.length > 0 && { accepted: near }),
    });
  }
  const [reading] = readingNotes(kind, [named], context);
  const note = said(store.record(index));
  return { ...like(store, index), note: reading === undefined ? note : `${reading} ${note}` };
}
