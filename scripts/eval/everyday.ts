import { isHeldBack, languages, readQuestions } from '../meaning/questions.ts';
import type { Answerer } from './answers.ts';
import { depth } from './ask.ts';
import { mean } from './metrics.ts';

/** A question that was written for one record by somebody who saw it. */
interface Everyday {
  readonly form: string;
  readonly tool: 'search_publications' | 'search_robots';
  readonly id: string;
  readonly query: string;
}

/** The questions of records that are held back from training; `isRobot` tells robots from papers. */
export function everydayQuestions(isRobot: (id: string) => boolean): Everyday[] {
  const ofForm = (form: string, id: string, query: string): Everyday => {
    const [tool, kind] = isRobot(id)
      ? (['search_robots', 'robots'] as const)
      : (['search_publications', 'papers'] as const);
    return { form: `${kind} ${form}`, tool, id, query };
  };
  const held = <T extends { readonly id: string }>(lines: readonly T[]) =>
    lines.filter(({ id }) => isHeldBack(id));
  const inBoth = ({
    id,
    plain,
    field,
    lang,
  }: {
    id: string;
    plain: string;
    field: string;
    lang?: string | undefined;
  }) => [
    ofForm(lang === undefined ? 'in plain words' : `in ${lang}`, id, plain),
    ofForm('in jargon', id, field),
  ];
  return [
    ...held(readQuestions('everyday')).flatMap(inBoth),
    ...held(readQuestions('robots')).flatMap(inBoth),
    ...held(readQuestions('more')).flatMap(({ id, ask, need, topic }) => [
      ofForm('asked for', id, ask),
      ofForm('as a need', id, need),
      ofForm('as a topic', id, topic),
    ]),
    ...held(readQuestions('translations')).flatMap((line) =>
      languages.map((language) => ofForm(`in ${language}`, line.id, line[language])),
    ),
  ];
}

/** How often the record came first, and among the first ten. */
export interface EverydayRow {
  readonly form: string;
  readonly questions: number;
  readonly first: number;
  readonly found: number;
}

/** Asks every question, and reports by form. */
export async function askEveryday(
  questions: readonly Everyday[],
  answerer: Answerer,
): Promise<EverydayRow[]> {
  const places = new Map<string, number[]>();
  for (const { form, tool, id, query } of questions) {
    const { ids } = await answerer(tool, { query, limit: depth });
    const place = ids.indexOf(id);
    places.set(form, [...(places.get(form) ?? []), place === -1 ? Number.POSITIVE_INFINITY : place]);
  }
  return [...places]
    .map(([form, own]) => ({
      form,
      questions: own.length,
      first: mean(own.map((place) => (place === 0 ? 1 : 0))),
      found: mean(own.map((place) => (place < depth ? 1 : 0))),
    }))
    .sort((a, b) => (a.form < b.form ? -1 : 1));
}
