import { describe, expect, it } from 'vitest';
import { nativeParts } from '../../../src/kinds/vocabularies/native-words.ts';
import { compact } from '../../../src/text/fold.ts';

const names = new Set(['智元机器人', '두산로보틱스'].map(compact));
const read = (text: string) =>
  nativeParts(text, (name) => names.has(name)).map(({ text, isName, meaning }) =>
    isName ? text : (meaning ?? `?${text}`),
  );

describe('nativeParts', () => {
  it('takes the longest name, then words, and drops those of asking', () => {
    expect(read('智元机器人的人形机器人')).toEqual(['智元机器人', '', 'humanoid']);
    expect(read('두산로보틱스의협동로봇')).toEqual([compact('두산로보틱스'), '', 'cobot']);
  });

  it('keeps what is neither', () => expect(read('东方机器人')).toEqual(['?东方', 'robot']));
});
