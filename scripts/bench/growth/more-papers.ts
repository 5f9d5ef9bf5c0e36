import { byCodePoint } from '../../../src/data/dataset/canonical.ts';
import type { Publication } from '../../../src/kinds/publications/publication.ts';
import { Random } from '../../harness/random.ts';

/**
 * The papers `factor` times, below 1 a part of them. Those that do not exist are put together from real ones:
 * half a title here and half there, authors of two others, date, venue and categories of a fifth.
 */
export function morePapers(papers: readonly Publication[], factor: number): Publication[] {
  const random = new Random(1);
  const wanted = Math.round(papers.length * factor);
  const all = papers.slice(0, wanted);
  while (all.length < wanted) all.push(recombined(papers, random, all.length));
  return all.sort((a, b) => byCodePoint(a.id, b.id));
}

function recombined(papers: readonly Publication[], random: Random, number: number): Publication {
  const [head, tail, someAuthors, otherAuthors] = [0, 1, 2, 3].map(() => random.pick(papers)) as [
    Publication,
    Publication,
    Publication,
    Publication,
  ];
  const { published, year, journal, categories } = random.pick(papers);
  const id = `made-${String(number).padStart(8, '0')}`;
  return {
    id,
    aliases: [`10.9999/${id}`],
    title: `${half(head.title, 0)} ${half(tail.title, 1)}`,
    authors: [...new Set([...some(someAuthors.authors), ...some(otherAuthors.authors)])],
    published,
    year,
    ...(journal !== undefined && { journal }),
    categories,
    topics: head.topics,
    url: `https://example.org/${id}`,
    sources: tail.sources,
  };
}

function half(title: string, which: 0 | 1): string {
  const words = title.split(' ');
  const middle = Math.ceil(words.length / 2);
  return (which === 0 ? words.slice(0, middle) : words.slice(middle)).join(' ').slice(0, 190).trim();
}

function some(authors: readonly string[]): readonly string[] {
  return authors.slice(0, Math.ceil(authors.length / 2));
}
