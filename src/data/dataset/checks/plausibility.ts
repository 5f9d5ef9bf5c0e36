import { isOld } from '../../../kinds/age.ts';
import { kinds } from '../../../kinds/kinds.ts';
import { type Robot, saleSeen, UNKNOWN_STATUS } from '../../../kinds/robots/robot.ts';
import { addMonths } from '../../../text/calendar.ts';
import { type DatasetCheck, placeOf } from './check.ts';

/** A name or the head of a description that speaks of several models: `Enterprise drone series with`. */
const FAMILY_NAME = /\b(?:series|family)\b/i;
const BEFORE_PREPOSITION = String.raw`(?:(?!(?:of|for|with|in|from|by|to|and)\b)[\p{L}\d’'.-]+ ){0,7}`;
const FAMILY_HEAD = new RegExp(
  String.raw`^(?:${BEFORE_PREPOSITION}(?:series|family)(?= (?:of|with|that|for|in|from|whose)\b| ?[(,:;.])|(?:line|range|pair) of\b)`,
  'iu',
);

/** A record is one product: what speaks of several says that it is a family, and its variants name it. */
export const families: DatasetCheck = {
  name: 'families',
  *check({ records }) {
    const familyIds = new Set(records.robots.filter(({ family }) => family).map(({ id }) => id));
    for (const { id, name, description, family, specs, variant_of } of records.robots) {
      const where = placeOf('robots', id);
      const speaksOfSeveral = FAMILY_NAME.test(name) || FAMILY_HEAD.test(description);
      if (speaksOfSeveral && !family && Object.keys(specs).length > 0) {
        yield { where, message: 'speaks of several models; say family true, or describe the one' };
      }
      if (variant_of !== undefined && !familyIds.has(variant_of)) {
        yield { where, message: `variant_of ${variant_of} is no family in the data; add it or mend the id` };
      }
    }
  },
};

/** A condition needs the value that it is about. */
export const conditions: DatasetCheck = {
  name: 'conditions',
  *check({ records }) {
    for (const { id, conditions = {}, specs } of records.robots) {
      for (const name of Object.keys(conditions).filter((one) => !(one in specs))) {
        yield { where: placeOf('robots', id), message: `conditions.${name} has no specs.${name} beside it` };
      }
    }
  },
};

/** One price from one page on several robots is often that of a whole line. */
export const sharedPrices: DatasetCheck = {
  name: 'shared-prices',
  *check({ records }) {
    const owners = new Map<string, string>();
    for (const { id, price } of records.robots) {
      if (price === undefined) continue;
      const key = JSON.stringify([price.source, price.kind, price.usd_min, price.usd_max]);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, id);
      else
        yield {
          where: placeOf('robots', id),
          message: `has the price of ${owner} from the same page; read there whose it is`,
        };
    }
  },
};

/** What was quoted in another currency is no list price in dollars. A lease keeps its own kind. */
export const foreignPrices: DatasetCheck = {
  name: 'foreign-prices',
  *check({ records }) {
    for (const { id, price } of records.robots) {
      const currency = price?.original?.currency ?? 'USD';
      if (currency === 'USD' || price?.kind === 'estimate' || price?.kind === 'lease_monthly') continue;
      yield {
        where: placeOf('robots', id),
        message: `price.kind is ${price?.kind}, but it was quoted in ${currency}; make it estimate`,
      };
    }
  },
};

/** In months. */
const LONGEST_ANNOUNCED = 24;

/** What has been announced for two years is either there or given up, unless a page says when it was seen so. */
export const staleAnnouncements: DatasetCheck = {
  name: 'stale-announcements',
  *check({ version, records }) {
    const oldest = addMonths(version.date, -LONGEST_ANNOUNCED);
    for (const { id, status, status_as_of, released } of records.robots) {
      if (status !== 'announced' && status !== 'preorder') continue;
      if (status_as_of !== undefined || released === undefined) continue;
      if (released < oldest.slice(0, released.length)) {
        yield {
          where: placeOf('robots', id),
          message: `is ${status} since ${released}; look for a newer page, or say status_as_of`,
        };
      }
    }
  },
};

/** What can be had is shown by a page or a register of the last two years; what no such page shows is unknown. */
export const saleEvidence: DatasetCheck = {
  name: 'sale-evidence',
  *check({ version, records }) {
    for (const robot of records.robots) {
      const where = placeOf('robots', robot.id);
      const seen = saleSeen(robot);
      if (robot.status === 'available' && (seen === undefined || isOld(seen, version.date))) {
        const when = seen === undefined ? 'no page with a date' : `no page since ${seen}`;
        yield { where, message: `is available by ${when}; bring one, or say unknown with last_seen` };
      }
      if (robot.last_seen !== undefined && robot.status !== UNKNOWN_STATUS) {
        yield { where, message: `has last_seen beside ${robot.status}; say status_as_of` };
      }
    }
  },
};

/** A drone flies farthest empty: its range says under which load, where it states a load too. */
export const droneLoads: DatasetCheck = {
  name: 'drone-loads',
  *check({ records }) {
    for (const { id, specs, conditions } of records.robots.filter(isLoadedDrone)) {
      if (conditions?.range_km !== undefined) continue;
      yield {
        where: placeOf('robots', id),
        message: `flies ${specs.range_km} km and carries ${specs.payload_kg} kg; say in conditions.range_km with which load`,
      };
    }
  },
};

function isLoadedDrone({ category, specs }: Robot): boolean {
  return category === 'drone' && specs.range_km !== undefined && specs.payload_kg !== undefined;
}

const WRITTEN_DAY = /(?<!\d)(20\d\d)([/_-])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?!\d)/;
const WRITTEN_TOGETHER = /(?<!\d)(20\d\d)()(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/;

/** The day that an address carries in its path: `/2024/01/18/`, `20240118`. */
export function dayInAddress(address: string): string | undefined {
  const path = address.replace(/^https?:\/\/[^/]+/, '');
  const [, year, , month = '', day = ''] = WRITTEN_DAY.exec(path) ?? WRITTEN_TOGETHER.exec(path) ?? [];
  return year === undefined ? undefined : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The date given with an address is that of the address, where it carries one. */
export const datedAddresses: DatasetCheck = {
  name: 'dated-addresses',
  *check({ records }) {
    for (const kind of kinds) {
      for (const record of records[kind]) {
        const where = placeOf(kind, record.id);
        for (const { url, date } of record.sources) yield* otherDay(where, date, url);
        if ('headline' in record) yield* otherDay(where, record.date, record.url);
      }
    }
  },
};

function* otherDay(where: string, date: string | undefined, url: string): ReturnType<DatasetCheck['check']> {
  const carried = dayInAddress(url);
  if (date === undefined || carried === undefined || carried.startsWith(date)) return;
  yield { where, message: `is dated ${date} beside an address of ${carried}: ${url}; keep the page's own` };
}
