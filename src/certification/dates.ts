import type { Certification } from '../kinds/certification/certification.ts';

type Dated = Pick<Certification, 'applies_from' | 'applies_until' | 'dates'>;
type Standing = Dated & Pick<Certification, 'document' | 'published' | 'standing'>;
type Fee = NonNullable<Certification['fees']>[number];

/** Dates still ahead beyond this many stand in the record alone. */
const AHEAD_SHOWN = 2;

/**
 * Since or from when a requirement applies, until when, and what is still to come of it, seen from `today`
 * (`YYYY-MM-DD`): `until 2027-01-19`, `from 2027-12-11; 2026-09-11 reporting`. Undefined where no date is recorded.
 */
function appliesText({ applies_from, applies_until, dates = [] }: Dated, today: string): string | undefined {
  const parts: string[] = [];
  if (applies_from !== undefined && (applies_from > today || applies_until === undefined)) {
    parts.push(`${applies_from > today ? 'from' : 'since'} ${applies_from}`);
  }
  if (applies_until !== undefined)
    parts.push(`${applies_until < today ? 'over since' : 'until'} ${applies_until}`);
  const ahead = dates
    .filter(({ on }) => on > today && on !== applies_from)
    .sort((a, b) => (a.on < b.on ? -1 : 1));
  parts.push(...ahead.slice(0, AHEAD_SHOWN).map(({ on, what }) => `${on} ${what}`));
  return parts.length === 0 ? undefined : parts.join('; ');
}

/**
 * For a law, what appliesText says. A standard does not begin to apply: its edition, and since when it counts with
 * which scheme (of those asked for): `edition of 2025-02; harmonised (EU) since 2026-09-07`.
 */
export function standsText(entry: Standing, today: string, schemes?: readonly string[]): string | undefined {
  if (entry.document !== 'standard') return appliesText(entry, today);
  const { published, standing = [], dates = [] } = entry;
  const parts = standing.flatMap(({ scheme, force, since }) =>
    since === undefined || schemes?.includes(scheme) === false ? [] : `${force} (${scheme}) since ${since}`,
  );
  if (published !== undefined) parts.unshift(`edition of ${published}`);
  const ahead = appliesText({ dates }, today);
  if (ahead !== undefined) parts.push(ahead);
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** A fee with the period it holds for: `510(k) USD 26067 until 2026-09-30`, or `… over since …`. */
export function feeText({ name, amount, currency, from, until }: Fee, today: string): string {
  return `${name}: ${currency} ${amount} ${appliesText({ applies_from: from, applies_until: until }, today)}`;
}

/** The first of the fees of the latest period. */
export function latestFee(fees: readonly Fee[]): Fee | undefined {
  return fees.reduce<Fee | undefined>(
    (latest, fee) => (latest === undefined || fee.from > latest.from ? fee : latest),
    undefined,
  );
}
