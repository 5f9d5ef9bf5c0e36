import { namesOf } from '../../../kinds/common.ts';
import { type Kind, kinds } from '../../../kinds/kinds.ts';
import { possiblePublicationIds } from '../../../kinds/publications/publication-id.ts';
import { compact } from '../../../text/fold.ts';
import { byCodePoint, canonicalLine } from '../canonical.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** Each line is the one canonical form of its record. Lines that are no record are the schema's fault. */
export const canonicalLines: DatasetCheck = {
  name: 'canonical-lines',
  *check({ lines }) {
    for (const kind of kinds) {
      for (const line of lines[kind]) {
        const wanted = canonicalForm(kind, line);
        if (wanted !== undefined && wanted !== line) {
          yield {
            where: placeOf(kind, (JSON.parse(line) as { id: string }).id),
            message:
              'is not in canonical form; rewrite it as compact JSON with the keys in the order of the schema',
          };
        }
      }
    }
  },
};

/** Lines stand in the order of their ids, so that a change is a small diff. */
export const sortedLines: DatasetCheck = {
  name: 'sorted-lines',
  *check({ records }) {
    for (const kind of kinds) {
      let last = '';
      for (const { id } of records[kind]) {
        if (byCodePoint(last, id) > 0) {
          yield {
            where: placeOf(kind, id),
            message: `stands after ${last}; sort the lines by id, by code point`,
          };
        }
        last = id;
      }
    }
  },
};

function canonicalForm(kind: Kind, line: string): string | undefined {
  try {
    return canonicalLine(kind, JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** No two records of a kind have the same id. */
export const uniqueIds: DatasetCheck = {
  name: 'unique-ids',
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

/** A robot's maker is a manufacturer of ours, by the same name and country. */
export const manufacturers: DatasetCheck = {
  name: 'manufacturers',
  *check({ records }) {
    const known = new Map(records.manufacturers.map((maker) => [maker.id, maker]));
    for (const { id, manufacturer } of records.robots) {
      const where = placeOf('robots', id);
      const maker = known.get(manufacturer.id);
      if (maker === undefined) {
        yield {
          where,
          message: `manufacturer ${manufacturer.id} is not in manufacturers.jsonl; add it or mend the id`,
        };
        continue;
      }
      for (const field of ['name', 'country'] as const) {
        if (maker[field] !== manufacturer[field]) {
          yield {
            where,
            message: `manufacturer.${field} is ${manufacturer[field]}, in manufacturers.jsonl ${maker[field]}; make them equal`,
          };
        }
      }
    }
  },
};

/** A firm that is both a startup and a manufacturer has one name, one country and one year of founding in both. */
export const twins: DatasetCheck = {
  name: 'twins',
  *check({ records }) {
    const named = new Map(records.manufacturers.flatMap((maker) => keysOf(maker).map((key) => [key, maker])));
    for (const startup of records.startups) {
      const maker = keysOf(startup).flatMap((key) => named.get(key) ?? [])[0];
      if (maker === undefined) continue;
      for (const field of ['name', 'country', 'founded'] as const) {
        const [ours, theirs] = [startup[field], maker[field]];
        if (ours === undefined || theirs === undefined || ours === theirs) continue;
        yield {
          where: placeOf('startups', startup.id),
          message: `${field} is ${ours}, but ${theirs} at ${placeOf('manufacturers', maker.id)}; make them equal`,
        };
      }
    }
  },
};

function keysOf(firm: {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
}) {
  return [compact(firm.id), ...namesOf(firm).map(compact)];
}

/** No description or summary is that of another record, of whatever kind. */
export const repeatedTexts: DatasetCheck = {
  name: 'repeated-texts',
  *check({ records }) {
    const owners = new Map<string, string>();
    for (const kind of kinds) {
      for (const record of records[kind]) {
        const text = describing(record);
        if (text === undefined) continue;
        const owner = owners.get(compact(text));
        if (owner !== undefined) yield { where: placeOf(kind, record.id), message: repeated(owner) };
        else owners.set(compact(text), placeOf(kind, record.id));
      }
    }
  },
};

/** The id of the first of some records whose description says the same as a text. */
export function repeatedText(
  text: string,
  others: readonly { readonly id: string; readonly description: string }[],
): string | undefined {
  const key = compact(text);
  return others.find(({ description }) => compact(description) === key)?.id;
}

function describing(record: object): string | undefined {
  if ('description' in record && typeof record.description === 'string') return record.description;
  if ('summary' in record && typeof record.summary === 'string') return record.summary;
  return undefined;
}

function repeated(owner: string): string {
  return `says the same as ${owner}; describe what sets it apart, or merge the two`;
}
