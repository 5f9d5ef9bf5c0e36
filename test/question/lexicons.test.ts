import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/kinds.ts';
import { buildLexicon } from '../../src/question/build-lexicon.ts';
import { lex } from '../../src/question/lex.ts';
import { Lexicon } from '../../src/question/lexicon.ts';

const questions = [
  'cobots from Germany or Denmark under 10 kg, not discontinued, $500/month',
  'second cheapest robot dog that is FDA cleared and waterproof, with or without a mop',
  'papers at ICRA or RA-L between 2019 and 2021, neither surveys nor SLAM',
  'series A or B startups that went bankrupt, unicorns with at least half a million dollars',
  'is CE marking mandatory for a robot vacuum with Wi-Fi in the EU',
];

it.each(['general', ...kinds] as const)('%s means the same when it was written down and read', (name) => {
  const built = buildLexicon(name);
  const read = Lexicon.read(built.write());
  let found = 0;
  for (const tokens of questions.map(lex)) {
    for (let at = 0; at < tokens.length; at++) {
      const matches = built.matches(tokens, at);
      found += matches.length;
      expect(read.matches(tokens, at)).toEqual(matches);
    }
  }
  expect(found).toBeGreaterThan(0);
});
