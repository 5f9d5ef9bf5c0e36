import { kinds } from '../../../kinds/kinds.ts';
import { possiblePublicationIds } from '../../../kinds/publications/publication-id.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** No two records of a kind have the same id. */
export const uniqueIds: DatasetCheck = {
  name: 'unique-ids',
  scope: kinds,
  *check({ records }) {
    for (const kind of kinds) {
      const seen = new Set<string>();
      for (const { id } of records[kind]) {
        if (seen.has(id)) yield { where: placeOf(kind, id), message: 'stands twice; merge the two records' };
        seen.add(id);
      }
    }
  },
};

/** A name under which a publication is looked up belongs to one publication only. */
export const uniqueAliases: DatasetCheck = {
  name: 'unique-aliases',
  scope: ['publications'],
  *check({ records }) {
    const owners = new Map(records.publications.map(({ id }) => [id.toLowerCase(), id]));
    for (const { id, aliases } of records.publications) {
      for (const alias of aliases) {
        const owner = owners.get(alias.toLowerCase());
        if (owner !== undefined && owner !== id) {
          yield {
            where: placeOf('publications', id),
            message: `alias ${alias} belongs to ${owner} too; merge the two, or take it from the wrong one`,
          };
        }
        owners.set(alias.toLowerCase(), id);
      }
    }
  },
};

/** A publication is found by its arXiv id and its DOI. */
export const completeAliases: DatasetCheck = {
  name: 'complete-aliases',
  scope: ['publications'],
  *check({ records }) {
    for (const { id, aliases, arxiv_id, doi } of records.publications) {
      for (const name of [arxiv_id, doi?.toLowerCase()]) {
        if (name !== undefined && !aliases.includes(name)) {
          yield { where: placeOf('publications', id), message: `aliases lack ${name}; add it` };
        }
      }
    }
  },
};

/** A publication's id is one that its facts give, now or before an identifier became known. */
export const publicationIds: DatasetCheck = {
  name: 'publication-ids',
  scope: ['publications'],
  *check({ records }) {
    for (const paper of records.publications) {
      const possible = possiblePublicationIds(paper);
      if (!possible.includes(paper.id)) {
        yield {
          where: placeOf('publications', paper.id),
          message: `the id does not follow from the facts; use ${possible[0]}, and keep this one as an alias if it was released`,
        };
      }
    }
  },
};
