import { beforeAll, describe, expect, it } from 'vitest';
import { acceptedFindings } from '../../../src/data/dataset/checks/accepted.ts';
import { checkDataset, reviewDataset } from '../../../src/data/dataset/checks/checks.ts';
import { type DatasetFiles, readDatasetFiles } from '../../../src/data/dataset/read.ts';
import { topics } from '../../../src/kinds/vocabularies/topics.ts';

/** All that is asked of all the data is asked here, since they are read for seconds. */
let dataset: DatasetFiles;
beforeAll(() => {
  dataset = readDatasetFiles('dataset');
});

describe('the bundled dataset', () => {
  it('has no fault', { timeout: 120_000 }, () => {
    expect(checkDataset(dataset)).toEqual([]);
  });

  it('has the findings that are accepted, and no other: what was mended leaves the list', () => {
    const review = reviewDataset(dataset);
    expect(review.filter(({ accepted }) => !accepted)).toEqual([]);
    const found = new Set(review.map(({ check, where }) => `${check} ${where}`));
    const accepted = Object.entries(acceptedFindings).flatMap(([check, places]) =>
      places.map((where) => `${check} ${where}`),
    );
    expect(accepted.filter((one) => !found.has(one))).toEqual([]);
  });
});

describe('the bundled papers', () => {
  it('have a topic in at least 95 of 100 cases', () => {
    const papers = dataset.records.publications;
    const covered = papers.filter((paper) => paper.topics.length > 0).length;
    expect(covered / papers.length).toBeGreaterThan(0.95);
  });

  it('use every topic, and none for more than a third of the papers', () => {
    const papers = dataset.records.publications;
    const counts = new Map(topics.map(({ id }) => [id, 0]));
    for (const topic of papers.flatMap((paper) => paper.topics))
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
    const odd = [...counts].filter(([, count]) => count < 10 || count > papers.length / 3);
    expect(odd).toEqual([]);
  });
});
