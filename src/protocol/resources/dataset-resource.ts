import type { Kind } from '../../kinds/kinds.ts';
import { topicLabel } from '../../kinds/vocabularies/topics.ts';
import { termLabel, type VocabularyName, vocabularies } from '../../kinds/vocabularies/vocabulary.ts';
import type { Catalogue } from '../../search/catalogue.ts';

interface CountedTerm {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

/** What `robotics://dataset` holds: version, counts and the words that the searches know, each with its count. */
export function describeDataset(
  catalogue: Catalogue,
  contributions: number,
  history?: readonly { readonly version: string; readonly date: string }[],
): object {
  const { version, date, content_sha256 } = catalogue.info;
  const vocabulary = (kind: Kind, column: string, name: VocabularyName) =>
    counted(catalogue, kind, column, (id) => termLabel(vocabularies[name], id));
  return {
    version,
    date,
    content_sha256,
    contributions,
    counts: catalogue.counts(),
    taxonomy: {
      robot_categories: vocabulary('robots', 'category', 'robot_category'),
      robot_statuses: vocabulary('robots', 'status', 'robot_status'),
      robot_certification_schemes: vocabulary('robots', 'schemes', 'certification_scheme'),
      publication_topics: counted(catalogue, 'publications', 'topic', topicLabel),
      startup_stages: vocabulary('startups', 'stage', 'startup_stage'),
      news_topics: vocabulary('news', 'topic', 'news_topic'),
      manufacturer_kinds: vocabulary('manufacturers', 'kind', 'manufacturer_kind'),
      challenge_kinds: vocabulary('challenges', 'kind', 'challenge_kind'),
      certification_guidance_schemes: vocabulary('certification', 'scheme', 'guidance_scheme'),
      certification_obligations: vocabulary('certification', 'obligation', 'obligation'),
    },
    licence: 'CC0-1.0',
    history: history ?? [{ version, date }],
  };
}

function counted(
  catalogue: Catalogue,
  kind: Kind,
  column: string,
  label: (id: string) => string,
): CountedTerm[] {
  const facet = { name: column, column: catalogue.store(kind).words(column), filter: column };
  const { facets } = catalogue.search(kind, { filters: [], facets: [facet], limit: 1 });
  return (facets[column] ?? []).map(({ value, count }) => ({ id: value, label: label(value), count }));
}
