import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import data from '../../../dataset/taxonomy/vocabulary.json' with { type: 'json' };
import { guidanceSchemes, obligations } from '../../../src/kinds/certification/certification.ts';
import { challengeKinds } from '../../../src/kinds/challenges/challenge.ts';
import { confidenceLevels } from '../../../src/kinds/common.ts';
import { kinds } from '../../../src/kinds/kinds.ts';
import { manufacturerKinds } from '../../../src/kinds/manufacturers/manufacturer.ts';
import { newsTopics } from '../../../src/kinds/news/news-item.ts';
import { paperResources } from '../../../src/kinds/publications/publication.ts';
import {
  certificationSchemes,
  certificationStatuses,
  priceKinds,
  robotCategories,
  robotStatuses,
} from '../../../src/kinds/robots/robot.ts';
import { stages } from '../../../src/kinds/startups/startup.ts';
import {
  nearest,
  readTerm,
  termLabel,
  type VocabularyName,
  vocabularies,
} from '../../../src/kinds/vocabularies/vocabulary.ts';

const words = z.array(z.string().min(1));
const shape = z.record(
  z.string(),
  z.strictObject({
    ignore: words,
    terms: z
      .array(
        z.strictObject({
          id: z.string().min(1),
          label: z.string().min(1),
          compare: words.length(3).optional(),
          aliases: words,
        }),
      )
      .min(1),
    families: z.array(z.strictObject({ label: z.string().min(1), aliases: words, terms: words.min(1) })),
  }),
);

const exactValues: Record<VocabularyName, readonly string[]> = {
  robot_category: robotCategories,
  robot_status: robotStatuses,
  price_kind: priceKinds,
  startup_stage: stages,
  guidance_scheme: guidanceSchemes,
  certification_scheme: certificationSchemes,
  certification_status: certificationStatuses,
  obligation: obligations,
  challenge_kind: challengeKinds,
  manufacturer_kind: manufacturerKinds,
  news_topic: newsTopics,
  resource_type: kinds,
  paper_resource: paperResources,
  confidence: confidenceLevels,
};

describe('vocabulary.json', () => {
  it('has the shape that the readers rely on', () => {
    expect(shape.safeParse(data).error?.issues).toBeUndefined();
  });

  it.each(Object.entries(exactValues))('%s holds exactly the values of the record schema', (name, values) => {
    const vocabulary = vocabularies[name as VocabularyName];
    expect(vocabulary.terms.map(({ id }) => id).sort()).toEqual([...values].sort());
    const unknown = vocabulary.families.flatMap(({ terms }) =>
      terms.filter((term) => !values.includes(term)),
    );
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(vocabularies))('%s reads every word of its own as itself', (_name, vocabulary) => {
    const wrong = vocabulary.terms.flatMap(({ id, label, aliases }) =>
      [id, label, ...aliases].filter((word) => readTerm(vocabulary, word)?.join() !== id),
    );
    expect(wrong).toEqual([]);
    const wrongFamilies = vocabulary.families.flatMap(({ label, aliases, terms }) =>
      [label, ...aliases].filter((word) => readTerm(vocabulary, word)?.join() !== terms.join()),
    );
    expect(wrongFamilies).toEqual([]);
  });
});

describe('readTerm', () => {
  it.each([
    ['robot_category', 'Humanoid Robots', ['humanoid']],
    ['robot_category', 'AGVs', ['amr']],
    ['robot_category', 'industrial arms', ['industrial_arm']],
    ['robot_category', 'industrial-arm', ['industrial_arm']],
    ['robot_category', 'arms', ['industrial_arm', 'cobot']],
    ['robot_category', 'robot vacuums', ['home_cleaning']],
    ['robot_category', 'Legged robots', ['humanoid', 'quadruped', 'wheeled_legged']],
    ['robot_status', 'Pre-Order', ['preorder']],
    ['price_kind', 'purchase', ['list', 'from', 'estimate', 'range']],
    ['price_kind', 'RaaS', ['lease_monthly']],
    ['startup_stage', 'Series B', ['series_b']],
    ['startup_stage', 'series E', ['series_d_plus']],
    ['startup_stage', 'pre seed round', ['pre_seed']],
    ['startup_stage', 'Pre-A+', ['pre_series_a']],
    ['startup_stage', 'pre-Series A', ['pre_series_a']],
    ['certification_status', 'FDA cleared', ['cleared']],
    ['guidance_scheme', 'CE marking', ['EU']],
    ['challenge_kind', 'RFPs', ['request']],
    ['news_topic', 'M&A', ['acquisition']],
    ['resource_type', 'paper', ['publications']],
  ] as const)('%s: %s', (name, text, ids) => {
    expect(readTerm(vocabularies[name], text)).toEqual(ids);
  });

  it.each(['', 'robots', 'toaster', '---'])('knows no category in %j', (text) => {
    expect(readTerm(vocabularies.robot_category, text)).toBeUndefined();
  });

  it('hands out a list of its own each time', () => {
    readTerm(vocabularies.robot_category, 'arm')?.pop();
    expect(readTerm(vocabularies.robot_category, 'arm')).toEqual(['industrial_arm', 'cobot']);
  });
});

describe('termLabel', () => {
  it('names a value for people', () => {
    expect(termLabel(vocabularies.startup_stage, 'series_a')).toBe('Series A');
    expect(termLabel(vocabularies.startup_stage, 'nothing')).toBe('nothing');
  });
});

describe('nearest', () => {
  it('suggests what a slip of the keyboard meant, nearest first', () => {
    expect(nearest('humaniod', robotCategories, 3)).toEqual(['humanoid']);
    expect(nearest('categ', ['country', 'category'], 2)).toEqual(['category']);
    expect(nearest('sourt', ['sort', 'short', 'limit'], 1)).toEqual(['sort']);
  });

  it('suggests nothing where nothing is near', () => {
    expect(nearest('zebra', robotCategories, 3)).toEqual([]);
  });
});

it.each(Object.entries(vocabularies))(
  'every exact value of %s is itself, in capitals too',
  (_, vocabulary) => {
    for (const { id } of vocabulary.terms) {
      expect(readTerm(vocabulary, id)).toEqual([id]);
      expect(readTerm(vocabulary, id.toUpperCase())).toEqual([id]);
    }
  },
);
