import { expect, it } from 'vitest';
import { namedBy } from '../../src/text/company-names.ts';

it.each([
  ['Figure', 'Figure AI'],
  ['Figure', 'figure-ai'],
  ['Figure AI', 'Figure'],
  ['Unitree', 'Unitree Robotics'],
  ['1X', '1X Technologies'],
  ['Boston Dynamics', 'Boston Dynamics Inc.'],
  ['Tesla', 'Tesla Inc'],
  ['International Federation of Robotics', 'IFR'],
  ['Agility Robotics', 'agility'],
])('%s is meant by %s', (name, asked) => {
  expect(namedBy(asked)(name)).toBe(true);
});

it.each([
  ['AI Technologies', 'Figure AI'],
  ['Robotics', 'Unitree Robotics'],
  ['Boston Dynamics', 'Dynamics Robotics'],
  ['Figure', ''],
  ['Intuitive', 'Inc'],
])('%s is not meant by %s', (name, asked) => {
  expect(namedBy(asked)(name)).toBe(false);
});
