/** Most papers on one page of the query interface, as its manual advises for slices. */
export const monthPage = 500;
/** What lies behind so many is answered with an error. */
export const monthWindow = 10_000;

/**
 * The address of papers of a category, cross-lists included, whose first version came in a month, oldest first. See
 * https://info.arxiv.org/help/api/user-manual.html.
 */
export function monthAddress(base: string, category: string, month: string, start: number): URL {
  const [year = '', number = ''] = month.split('-');
  const days = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate();
  const url = new URL(base);
  const range = `[${year}${number}010000 TO ${year}${number}${days}2359]`;
  url.searchParams.set('search_query', `cat:${category} AND submittedDate:${range}`);
  url.searchParams.set('sortBy', 'submittedDate');
  url.searchParams.set('sortOrder', 'ascending');
  url.searchParams.set('start', String(start));
  url.searchParams.set('max_results', String(monthPage));
  return url;
}
