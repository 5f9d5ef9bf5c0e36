import { z } from 'zod';
import { line, partialDate, slug, sources, webAddress } from '../common.ts';

/** `2401.02117`, or `cs/0612047` and `math.GT/0309136` before April 2007; without a version. */
export const arxivId = z
  .string()
  .regex(/^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})$/, 'use an arXiv id such as 2401.02117');

export const publication = z.strictObject({
  id: slug,
  aliases: z.array(line(3, 200)).describe('arXiv id, DOI and former ids'),
  title: line(3, 400),
  authors: z.array(line(1, 120)).min(1).describe('In the order of the paper'),
  published: partialDate.describe('First known date, mostly that of the preprint'),
  year: z.number().int().min(1950).max(2100).describe('Year of the venue, or else of the first known date'),
  journal: line(2, 120).optional().describe('Common name of the journal or conference'),
  categories: z.array(line(2, 30)).describe('arXiv categories, primary first'),
  topics: z.array(slug).describe('From the taxonomy in dataset/taxonomy/topics.json'),
  arxiv_id: arxivId.optional(),
  doi: z
    .string()
    .regex(/^10\.\d{4,9}\/\S+$/)
    .max(200)
    .optional(),
  url: webAddress,
  venue_url: webAddress.optional().describe("The publisher's page where url is another one"),
  sources,
});
export type Publication = z.infer<typeof publication>;

/** A paper as `dataset/` holds it: the build adds the topics. */
export const publicationSource = publication.omit({ topics: true });
