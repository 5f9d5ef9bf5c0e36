import { z } from 'zod';
import { entryOf, joinEntries } from '../kinds/publications/cite.ts';
import type { CitationForm, Publication } from '../kinds/publications/publication.ts';
import { namedTopics } from '../kinds/vocabularies/topics.ts';
import { inWholeRows } from '../kinds/whole-rows.ts';
import { valuesIn } from '../question/clauses.ts';
import { gapNote, venueGap } from '../search/coverage.ts';
import { identifiersIn } from '../search/identifiers.ts';
import type { KindStore } from '../search/kind-store.ts';
import { matchOf } from '../search/search.ts';
import { compact } from '../text/fold.ts';
import { parseQuery } from '../text/query.ts';
import { type ArgumentsFor, type Asked, defineSearch } from './define-search.ts';
import { oneLine, type Page } from './shared/answer.ts';

type Input = ArgumentsFor<'publications'>;

/** Long author lists are cut here in the concise form; `detail: full` has them all. */
const AUTHORS_SHOWN = 2;

/** `2025-06` of a day. */
const MONTH = 'YYYY-MM'.length;

/** Of more venues asked for at once it is not said what is lacking. */
const MOST_VENUES = 3;

export const searchPublications = defineSearch('publications', {
  name: 'search_publications',
  title: 'Search publications',
  description:
    'Robotics papers by topic, words of the title, author, journal or conference, date. A short name (SayCan), title, DOI, arXiv id or address as query finds that paper. No abstracts.',
  announced: false,
  shows: {
    title: {},
    authors: {
      schema: () => z.array(z.string()),
      head: AUTHORS_SHOWN,
      of: ({ authors }, { isWhole }) => (isWhole ? authors : shortened(authors)),
    },
    published: {},
    journal: { lacking: { say: 'not stated' } },
    cited: {
      from: ['citations'],
      of: ({ citations }) => citations && `${citations.count} by ${citations.as_of.slice(0, MONTH)}`,
    },
    url: {},
    affiliations: {
      isUnlisted: true,
      of: ({ affiliations }, { asked, isWhole }) =>
        isWhole || asked.has('affiliation') ? affiliations : undefined,
      lacking: { say: 'not stated', asked: ['affiliation'] },
    },
    code: {
      isUnlisted: true,
      of: ({ code }, { asked, isWhole }) =>
        isWhole || asked.has('code') || asked.has('resource') ? code : undefined,
      lacking: { say: 'not stated' },
    },
    doi: {
      isUnlisted: true,
      of: ({ doi }, { asked, isWhole }) => (isWhole || asked.has('doi') ? doi : undefined),
    },
    project: inWholeRows(({ project }) => project),
    venue_url: inWholeRows(({ venue_url }) => venue_url),
    // Of papers like another one, from the search for them.
    why: { from: [] },
  },
  plan: (asked) => {
    const { args, asked: given } = asked;
    const fields = given.flatMap(({ name, clause }) =>
      name === 'topic' && clause ? valuesIn(clause, 'topic') : [],
    );
    const [field, another] = fields;
    const only = another === undefined ? field : undefined;
    const part = only === undefined ? undefined : partOfField(args, only, asked.store);
    const missing = missingNote(asked);
    return {
      ...(args.related_to === undefined && { text: part?.text ?? textOf(args, only) }),
      notes: [...(part === undefined ? [] : [part.note]), ...missing, ...gapNotes(asked)],
      // The digits of an identifier are no words to look for.
      ...(missing.length > 0 && { text: '', like: () => matchOf([], new Float64Array(asked.store.size)) }),
      ...(args.cite !== undefined && { written: citedAs(args.cite) }),
    };
  },
});

/** Papers as entries of a bibliography. */
function citedAs(form: CitationForm): (papers: readonly Publication[]) => Page {
  return (papers) => {
    const entries = papers.map((paper) => entryOf(paper, form));
    const results = papers.map(({ id }, i) => ({ id, citation: entries[i] }));
    const ids = `id: ${papers.map(({ id }) => id).join(', ')}`;
    return { results, body: `${joinEntries(entries, form).trimEnd()}\n\n${ids}` };
  };
}

/** The query with the name of a field that is asked for: its papers have the name, the best match comes first. */
function textOf({ query = '' }: Input, field: string | undefined): string {
  return field === undefined ? query : `${query} ${field.replaceAll('-', ' ')}`;
}

/** Of a topic that is a part of the field called so (`pipe inspection`) the words say more than the field. */
function partOfField({ topic = '', query }: Input, field: string, store: KindStore<'publications'>) {
  if ((query ?? '') !== '' || compact(topic) === compact(field)) return undefined;
  // Of a list, or with a denial, it is no part.
  if (namedTopics(topic).length === 0) return undefined;
  const { rows } = store.match(parseQuery(topic), { incomplete: 'never', isScored: false });
  const all = store.words('topic').having([field]);
  const own = rows.filter((row) => all[row] === 1);
  const total = all.reduce<number>((sum, has) => sum + has, 0);
  if (own.length === 0 || own.length > MOST_OF_FIELD * total) return undefined;
  const note = `"${oneLine(topic)}" is a part of the field ${field}, and its words are searched for there: topic ${field} has all ${total} papers.`;
  return { text: topic, note };
}

/** A name that more of a field's papers have is one of the whole field. */
const MOST_OF_FIELD = 0.4;

/** What the data lack of the venues asked for, in the years asked for. */
function gapNotes({ args, question, asked, store }: Asked<'publications'>): string[] {
  const { clauses = [] } = question ?? {};
  const given = asked.flatMap(({ name, clause }) => (name === 'journal' && clause ? [clause] : []));
  const values = [...given, ...clauses].flatMap((clause) => valuesIn(clause, 'journal'));
  if (values.length === 0 || values.length > MOST_VENUES) return [];
  const years = given.flatMap((clause) => valuesIn(clause, 'year')).map(Number);
  const period = clauses.find((one) => one.is === 'leaf' && one.op === 'period');
  const { from, to } = period?.is === 'leaf' && period.op === 'period' ? period.period : args;
  const spans = years.length > 0 ? years.map((year) => [year, year]) : [[from, to].map(yearOf)];
  return values.flatMap((name) =>
    spans.flatMap(([from, to]) => venueGap(store, name, from, to) ?? []).map(gapNote),
  );
}

function yearOf(date: string | undefined): number | undefined {
  const [year] = /^\d{4}/.exec(date ?? '') ?? [];
  return year === undefined ? undefined : Number(year);
}

/** Who asks for a paper by its identifier, in vain, can propose it. */
function missingNote({
  args: { query = '' },
  question,
  context: { catalogue },
}: Asked<'publications'>): string[] {
  const inWords = (question?.clauses ?? []).flatMap((one) =>
    one.is === 'leaf' && one.field === 'identifier' && one.op === 'in' ? one.values : [],
  );
  const asked = [...identifiersIn(query), ...inWords];
  const store = catalogue.store('publications');
  const isHeld = (id: string) =>
    catalogue.find('publications', id) !== undefined || store.withAddress(id).length > 0;
  if (asked.length === 0 || asked.some(isHeld)) return [];
  return [
    `No record carries ${asked.map(oneLine).join(' or ')}; most papers of venues lack theirs: search by title, or propose it with submit_publication.`,
  ];
}

function shortened(authors: readonly string[]): readonly string[] {
  const more = authors.length - AUTHORS_SHOWN;
  return more > 0 ? [...authors.slice(0, AUTHORS_SHOWN), `+${more}`] : authors;
}
