/** The kinds of records, in the order in which they are shown: for those who need no schemas. */
export const kindNames = [
  'robots',
  'publications',
  'startups',
  'news',
  'manufacturers',
  'challenges',
  'certification',
] as const;

/** True for the name of a kind. */
export function isKindName(value: string): value is (typeof kindNames)[number] {
  return kindNames.some((name) => name === value);
}
