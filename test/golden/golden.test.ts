import { beforeAll, describe, expect, it } from 'vitest';
import { answerAll, type Recorded, readRecording } from '../../scripts/golden/fixture.ts';

let answers: Recorded[];
beforeAll(async () => {
  answers = await answerAll();
});

const shown = ({ tool, args, page }: Recorded) => `${tool} ${JSON.stringify(args)} page ${page}`;

describe('700 drawn calls over the frozen records', () => {
  it('are those of the recording, of every tool', () => {
    expect(answers.map(shown)).toEqual(readRecording().map(shown));
    expect(new Set(answers.map(({ tool }) => tool)).size).toBe(11);
  });

  it('are answered as the recording says; "npm run golden -- record" writes down what is meant to change', () => {
    for (const [i, recorded] of readRecording().entries()) {
      expect(answers[i], shown(recorded)).toEqual(recorded);
      // Members in another order are other bytes.
      expect(JSON.stringify(answers[i]), shown(recorded)).toBe(JSON.stringify(recorded));
    }
  });
});
