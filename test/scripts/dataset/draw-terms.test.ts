import { expect, it } from 'vitest';
import { drawTerms } from '../../../scripts/dataset/draw-terms.ts';

/** Titles that name the subjects of the texts often enough. */
const subjects = ['tomato', 'friction', 'gripper', 'cochlea'];
const titles = new Map(
  subjects.flatMap((subject) =>
    [1, 2, 3].map((n) => [`${subject}-${n}`, `A ${subject} study ${n}`] as const),
  ),
);
const texts = [
  { id: 'tomato-1', text: 'Elegantly the gripper picks the gripper by friction. Zebra friction tomato.' },
  { id: 'tomato-2', text: 'A gripper for tomatoes, elegantly; friction of the cochlea.' },
  { id: 'tomato-3', text: 'Grippers 2.0: friction, elegantly told.' },
];

it('keeps stems that three texts and three titles have, once each, in alphabetical order', () => {
  const drawn = drawTerms(texts, titles, 40);
  expect(Object.fromEntries(drawn)).toEqual({
    'tomato-1': ['friction', 'gripper'],
    'tomato-2': ['friction', 'gripper'],
    'tomato-3': ['friction', 'gripper'],
  });
});

it('keeps those in the fewest texts where there are more', () => {
  const more = [
    ...texts,
    { id: 'cochlea-1', text: 'The gripper again, and friction.' },
    { id: 'cochlea-2', text: 'Friction!' },
  ];
  expect(drawTerms(more, titles, 1).get('tomato-1')).toEqual(['gripper']);
});
