import { expect, it } from 'vitest';
import { meaningWords } from '../../../src/search/meaning/words.ts';

it.each([
  ['Soft-Robot Hands', ['soft', 'robot', 'hand']],
  ['Mähroboter', ['mahroboter']],
  ['叠衣服', ['叠衣', '衣服']],
  ['机器', ['机器']],
  ['AI机器人 demo', ['ai', '机器', '器人', 'demo']],
  ['빨래를 개는', ['빨래', '래를', '개는']],
  ['🤖🤖 — !?', []],
  ['', []],
])('%s', (text, words) => {
  expect(meaningWords(text)).toEqual(words);
});

it('of a long text the beginning is read', () => {
  expect(meaningWords('robot '.repeat(100_000)).length).toBeLessThanOrEqual(400);
  expect(meaningWords('叠'.repeat(100_000)).length).toBeLessThanOrEqual(400);
});
