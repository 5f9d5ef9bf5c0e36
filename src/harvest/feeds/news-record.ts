import type { SourceOf } from '../../data/dataset/canonical.ts';
import { slugify } from '../../text/fold.ts';
import type { Entities } from '../match/entities.ts';
import { topicOf } from './topic.ts';

type News = SourceOf<'news'>;

const longestHeadline = 110;
const longestSlug = 60;
const longestSummary = 300;

export interface NewsFacts {
  readonly title: string;
  readonly url: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly outlet: string;
  readonly entities: Entities;
}

/** A news record of what a feed states. Nothing of the article itself is in it: the summary says only what is known. */
export function newsRecord(facts: NewsFacts, isTaken: (id: string) => boolean): News {
  const { title, url, date, outlet, entities } = facts;
  const headline = shortened(title, longestHeadline);
  const topic = topicOf(headline);
  return {
    id: freeId(`${date}-${slugify(headline, longestSlug) || 'news'}`, isTaken),
    date,
    headline,
    summary: summaryOf(headline, topic, facts),
    topic,
    outlet,
    url,
    entities: [...entities.names],
    countries: [...entities.countries],
    sources: [{ url, title: outlet }],
  };
}

function summaryOf(headline: string, topic: string, { outlet, date, entities }: NewsFacts): string {
  const names = entities.names.slice(0, 5).join(', ');
  const about = names === '' ? '' : ` It names ${names}.`;
  const told = `${outlet} reported on ${date}, under the headline "${headline}".${about} Filed under ${topic} by its words; the article itself has the details.`;
  return shortened(told, longestSummary);
}

function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let number = 2; ; number += 1) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`;
}

/** Cut at a word, with a sign that it was. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`;
}
