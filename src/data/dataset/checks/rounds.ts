import type { Startup } from '../../../kinds/startups/startup.ts';
import { type DatasetCheck, placeOf } from './check.ts';

const LETTERED = /^(?:pre_|seed|series_)/;

/** A startup is at the stage of its last round; a sale is told as the last round, a merger only once it has closed. */
export const stages: DatasetCheck = {
  name: 'stages',
  *check({ records }) {
    for (const startup of records.startups) {
      const message = contradiction(startup);
      if (message !== undefined) yield { where: placeOf('startups', startup.id), message };
    }
  },
};

function contradiction({ stage, funding }: Startup): string | undefined {
  const { stage: round = '', kind } = funding?.last_round ?? {};
  if (kind === 'announced_merger' && (stage === 'public' || stage === 'acquired')) {
    return `stage is ${stage}, but the merger is only announced; keep the stage before it`;
  }
  if (!LETTERED.test(round) || stage === round) return undefined;
  if (stage === 'acquired') return `was acquired, but the last round told is ${round}; tell the sale`;
  const letters = stage === 'undisclosed' || LETTERED.test(stage);
  return letters ? `stage is ${stage}, but the last round was ${round}; say so` : undefined;
}

/** What was paid for a firm was not raised by it. */
export const saleSums: DatasetCheck = {
  name: 'sale-sums',
  *check({ records }) {
    for (const { id, funding } of records.startups) {
      const { stage, amount_usd: sum, kind } = funding?.last_round ?? {};
      if (stage !== 'acquired' || sum === undefined || kind !== undefined) continue;
      yield {
        where: placeOf('startups', id),
        message: `${sum} was paid for the firm; say kind acquisition, or what else it is`,
      };
    }
  },
};

/** The page that shows a startup's stage and last round is no older than that round. */
export const roundDates: DatasetCheck = {
  name: 'round-dates',
  *check({ records }) {
    for (const { id, as_of, funding } of records.startups) {
      const date = funding?.last_round?.date;
      if (as_of === undefined || date === undefined) continue;
      const shared = Math.min(as_of.length, date.length);
      if (as_of.slice(0, shared) >= date.slice(0, shared)) continue;
      yield {
        where: placeOf('startups', id),
        message: `as_of is ${as_of}, before the last round of ${date}; give the date of a page that shows that round`,
      };
    }
  },
};

/** What a startup has raised in all is no less than what it raised in its last round. */
export const fundingTotals: DatasetCheck = {
  name: 'funding-totals',
  *check({ records }) {
    for (const { id, funding } of records.startups) {
      const { total_usd: total, last_round: round } = funding ?? {};
      if (total === undefined || round?.amount_usd === undefined || round.kind !== undefined) continue;
      if (total >= round.amount_usd) continue;
      yield {
        where: placeOf('startups', id),
        message: `total_usd ${total} is less than the last round of ${round.amount_usd}; leave the older total out`,
      };
    }
  },
};
