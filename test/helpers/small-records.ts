import type { TestProject } from 'vitest/node';
import { type Kind, kinds, type RecordOf, type RecordsByKind, recordSchemas } from '../../src/kinds/kinds.ts';
import { classifyTopics } from '../../src/kinds/vocabularies/topics.ts';
import { rawRecords } from './raw-records.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly smallRecords: RecordsByKind;
  }
}

/** Records with what the tests are about: prices of each kind, pending, partial dates, accents, hyphens. */
const chosen: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  robots: [
    '1x-eve',
    'agility-digit',
    'aldebaran-pepper',
    'amazon-astro',
    'atalante-x',
    'automower-435x-awd',
    'bear-servi',
    'boston-dynamics-spot',
    'foundation-phantom-mk1',
    'ottava',
    'unitree-g1',
    'unitree-go2',
    'universal-robots-ur10e',
    'universal-robots-ur5e',
  ],
  challenges: ['darpa-triage-challenge', 'eurobot', 'robocup-2027', 'barn-challenge-2025', 'rgmc-2025'],
};

/** How many records of the kinds without chosen ones are taken, evenly spread over the file. */
const spread = (kind: Kind): number => (kind === 'publications' ? 10 : 5);

/** Draws the small records from the dataset, once for all test files: reading all the papers takes a second. */
export function setup(project: TestProject): void {
  const records = Object.fromEntries(kinds.map((kind) => [kind, someRecords(kind)]));
  project.provide('smallRecords', records as unknown as RecordsByKind);
}

function someRecords(kind: Kind): RecordOf<Kind>[] {
  const raw = rawRecords(kind);
  const step = Math.max(1, Math.floor(raw.length / spread(kind)));
  const taken = raw.filter(({ id }, i) => chosen[kind]?.includes(id) ?? i % step === 0);
  return taken.map((record) =>
    recordSchemas[kind].parse(kind === 'publications' ? withTopics(record) : record),
  );
}

function withTopics(record: object): object {
  return { ...record, topics: classifyTopics(record as { title: string; categories: string[] }) };
}
