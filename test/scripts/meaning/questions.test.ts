import { expect, it } from 'vitest';
import { judgedTexts } from '../../../scripts/meaning/judged.ts';
import { overlapWith } from '../../../scripts/meaning/overlap.ts';
import {
  isHeldBack,
  type QuestionsName,
  questionsNames,
  readQuestions,
  writtenTexts,
} from '../../../scripts/meaning/questions.ts';

it('a text with six of ten words of a judged query resembles it, in whatever order and form', () => {
  const resembles = overlapWith(['how robots plug in and route cables']);
  expect(resembles('a cable that robots route and plug in')).toBe('how robots plug in and route cables');
  expect(resembles('how robots plug in lamps that hang from a ceiling')).toBeUndefined();
  expect(resembles('cables')).toBeUndefined();
});

it.each(questionsNames)('nothing in %s resembles a judged query or first call', (name: QuestionsName) => {
  const resembles = overlapWith(judgedTexts());
  const found = readQuestions(name)
    .flatMap(writtenTexts)
    .flatMap((text) => {
      const judged = resembles(text);
      return judged === undefined ? [] : [`"${text}" resembles "${judged}"`];
    });
  expect(found).toEqual([]);
});

it('a fifth of the records is held back', () => {
  const ids = [...new Set(readQuestions('more').map(({ id }) => id))];
  const share = ids.filter(isHeldBack).length / ids.length;
  expect(share).toBeGreaterThan(0.17);
  expect(share).toBeLessThan(0.23);
});
