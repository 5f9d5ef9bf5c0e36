import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import data from '../../../dataset/taxonomy/topics.json' with { type: 'json' };
import { slug } from '../../../src/kinds/common.ts';
import {
  classifyTopics,
  findTopics,
  isTopic,
  namedTopics,
  topicLabel,
  topics,
} from '../../../src/kinds/vocabularies/topics.ts';
import judged from './judged-titles.json' with { type: 'json' };

const shape = z.strictObject({
  topics: z.array(
    z.strictObject({
      id: slug,
      label: z.string().min(3),
      names: z.array(z.string().min(2)).min(1),
      synonyms: z.array(z.string().min(2)).min(3),
      except: z.array(z.string().min(3)).min(1).optional(),
      arxiv_categories: z.array(z.string().min(3)).min(1).optional(),
    }),
  ),
});

function classify(title: string, ...categories: string[]): string[] {
  return classifyTopics({ title, categories });
}

describe('topics.json', () => {
  it('has the shape that the readers rely on', () => {
    expect(shape.safeParse(data).error?.issues).toBeUndefined();
  });

  it('names each topic once, and cs.RO is none', () => {
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length);
    expect(topics.flatMap((topic) => topic.arxiv_categories ?? [])).not.toContain('cs.RO');
  });

  it('has no synonym that an exception of the same topic takes back', () => {
    const dead = topics.flatMap(({ id, synonyms, except = [] }) =>
      synonyms.filter((word) => except.includes(word)).map((word) => `${id}: ${word}`),
    );
    expect(dead).toEqual([]);
  });

  it('finds every synonym in a title made of it', () => {
    const lost = topics.flatMap(({ id, synonyms }) =>
      synonyms.filter((word) => !classify(`X ${word} Y`).includes(id)).map((word) => `${id}: ${word}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('classifyTopics', () => {
  it.each([
    ['Multirobot Path-Planning for UAVs', ['multi-robot-systems', 'motion-planning', 'aerial-robots']],
    ['π0: A VLA flow model', ['vision-language-action']],
    ['RGB-D SLAM', ['slam', 'perception-3d']],
    ['LEGGED ROBOTS AND MPC', ['legged-locomotion', 'model-predictive-control']],
    ['Soft-Robotic Grippers', ['soft-robotics', 'grasping']],
  ])('%s', (title, expected) => {
    expect(classify(title)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ['Soft Actor-Critic for Continuous Control', 'soft-robotics'],
    ['A UV Lamp', 'underwater-and-marine'],
    ['Random Forests for Terrain Classification', 'agriculture-and-forestry'],
    ['Stair Climbing with Tracks', 'inspection-and-maintenance'],
    ['Satellite Imagery for Localization', 'space-robotics'],
    ['Particle Swarm Optimization of Gaits', 'swarm-robotics'],
  ])('%s is not about %s', (title, topic) => {
    expect(classify(title)).not.toContain(topic);
  });

  it('takes arXiv categories into account, but not cs.RO', () => {
    expect(classify('Untitled', 'cs.RO')).toEqual([]);
    expect(classify('Untitled', 'cs.RO', 'cs.HC')).toEqual(['human-robot-interaction']);
  });

  it('lists topics in the order of the taxonomy, each once', () => {
    const found = classify('Humanoid grasping, grasping humanoids, manipulation');
    expect(found).toEqual(['manipulation', 'grasping', 'humanoids']);
  });

  it('agrees with a person about a random sample of titles', () => {
    let right = 0;
    let given = 0;
    let wanted = 0;
    for (const paper of judged) {
      const found = classifyTopics(paper);
      right += found.filter((topic) => paper.topics.includes(topic)).length;
      given += found.length;
      wanted += paper.topics.length;
    }
    expect(judged.length).toBeGreaterThanOrEqual(60);
    expect(right / given).toBeGreaterThan(0.93);
    expect(right / wanted).toBeGreaterThan(0.85);
  });

  it('judges by topics that exist', () => {
    expect(judged.flatMap((paper) => paper.topics.filter((topic) => !isTopic(topic)))).toEqual([]);
  });
});

describe('findTopics, topicLabel and isTopic', () => {
  it.each([
    ['slam', 'slam'],
    ['VLA', 'vision-language-action'],
    ['Legged robots', 'legged-locomotion'],
    ['model predictive control', 'model-predictive-control'],
    ['UAVs', 'aerial-robots'],
    ['Soft and continuum robots', 'soft-robotics'],
    ['Reinforcement-Learning', 'reinforcement-learning'],
  ])('%s is %s', (text, id) => {
    expect(findTopics(text)[0]).toBe(id);
  });

  it('know nothing of other words', () => {
    expect(findTopics('gardening gnomes')).toEqual([]);
    expect(findTopics('')).toEqual([]);
    expect(isTopic('gnomes')).toBe(false);
    expect(topicLabel('gnomes')).toBe('gnomes');
    expect(topicLabel('slam')).toBe('SLAM and odometry');
  });
});

describe('namedTopics', () => {
  it.each([
    ['SLAM', ['slam']],
    ['self-driving cars', ['autonomous-driving']],
    ['Simultaneous Localisation and Mapping', ['slam']],
    ['papers about soft robots', []],
    ...['soft robots', 'soft'].map((text): [string, string[]] => [text, ['soft-robotics']]),
    ['surgical robotics', ['medical-surgical']],
    ['impedance control', []],
    ['diffusion policy', []],
    ['cloth folding', ['deformable-objects']],
  ])('%s is the name of %j', (text, ids) => {
    expect(namedTopics(text)).toEqual(ids);
  });
});
