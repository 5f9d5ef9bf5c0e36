import { createHash } from 'node:crypto';
import { faultsOfRecord } from '../data/dataset/checks/checks.ts';
import { repeatedText } from '../data/dataset/checks/identity.ts';
import type { Kind, RecordOf } from '../kinds/kinds.ts';
import type { Robot } from '../kinds/robots/robot.ts';
import type { Catalogue } from '../search/catalogue.ts';
import { slugify } from '../text/fold.ts';
import type { ProposedRecord } from './contributions.ts';

/** Longer ids than a schema takes are not made. */
const longestId = 120;

/** Kinds whose descriptions a new one is compared with: those that describe what somebody makes. */
const described = ['robots', 'startups', 'manufacturers'] as const;

/** The id of a record that has none yet: the maker's id and the name of a robot, the name of a startup. */
export function proposedId(name: string, makerId?: string): string {
  const slug = slugify(name, longestId);
  const id = makerId === undefined ? slug : `${makerId}-${slug}`;
  if (slug !== '' && id.length <= longestId) return id;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return makerId === undefined ? hash : `${slugify(makerId.replaceAll('-', ' '))}-${hash}`;
}

/** The record of the data that is the same, by id, name or address; undefined if there is none. */
export function findKnown(
  catalogue: Catalogue,
  proposed: ProposedRecord,
): { readonly id: string } | undefined {
  if (proposed.kind === 'news') {
    const { id, url } = proposed.record;
    return catalogue.find('news', id) ?? recordsOf(catalogue, 'news').find((item) => item.url === url);
  }
  if (proposed.kind === 'startups') {
    const { id, name } = proposed.record;
    return catalogue.find('startups', id) ?? catalogue.find('startups', name);
  }
  const { id, name, manufacturer } = proposed.record;
  return [id, `${manufacturer.name} ${name}`, name]
    .map((each) => catalogue.find('robots', each))
    .find((found) => found?.id === id || found?.manufacturer.id === manufacturer.id);
}

/** What keeps a record out of the data: the first fault as a sentence without its full stop. */
export function whyNotInData(
  catalogue: Catalogue,
  proposed: ProposedRecord,
  today: string,
): string | undefined {
  const { kind, record } = proposed;
  if (kind === 'robots' && makerOf(catalogue, record) === undefined) {
    return `manufacturer ${record.manufacturer.id} is not in the data; the operator adds makers first`;
  }
  for (const fault of faultsOfRecord(kind, record, today)) return fault;
  // The summary of a news item names its own headline, outlet and day.
  if (kind === 'news') return undefined;
  const others = described.flatMap((each) => recordsOf(catalogue, each)).filter(({ id }) => id !== record.id);
  const twin = repeatedText(record.description, others);
  return twin === undefined ? undefined : `description says the same as that of ${twin}; write your own`;
}

/** The maker of a robot as the data have it now. */
export function makerOf(catalogue: Catalogue, { manufacturer }: Robot): Robot['manufacturer'] | undefined {
  const found = catalogue.find('manufacturers', manufacturer.id);
  if (found?.id !== manufacturer.id) return undefined;
  return { id: found.id, name: found.name, country: found.country };
}

function recordsOf<K extends Kind>(catalogue: Catalogue, kind: K): RecordOf<K>[] {
  const store = catalogue.store(kind);
  const live = Array.from({ length: store.size }, (_, index) => index).filter((index) => store.isLive(index));
  return live.map((index) => store.record(index));
}
