/** British and American endings and word parts, each with what stands before and behind it. */
const pairs: readonly (readonly [british: string, american: string, before: string, behind: string])[] = [
  ['is', 'iz', '^.{3,}', '(?:e|ed|er|es|ing|ation|ations)$'],
  ['ys', 'yz', '^.{3,}', '(?:e|ed|er|es|ing)$'],
  ['our', 'or', '^.{2,}', '(?:s|ed|ing|al|ite|able|less)?$'],
  ['ence', 'ense', '^(?:def|off|lic|pret)', 's?$'],
  ['re', 'er', '^.{2,}[bt]', 's?$'],
  ['ll', 'l', '^.{3,}[ae]', '(?:ed|er|ers|ing)$'],
  ['ogue', 'og', '^.{3,}', 's?$'],
  ['ae', 'e', '^(?:a|an|arch|orthop|p)', '.{4,}$'],
  ['grey', 'gray', '^', ''],
  ['mould', 'mold', '^', ''],
  ['plough', 'plow', '^', ''],
  ['aluminium', 'aluminum', '^', '$'],
  ['programme', 'program', '^', 's?$'],
];

const rules = pairs.flatMap(([british, american, before, behind]) =>
  [
    [british, american],
    [american, british],
  ].map(([from = '', to = '']) => ({
    pattern: new RegExp(`(${before})${from}(${behind})`),
    replacement: `$1${to}$2`,
  })),
);

/**
 * How the other side of the Atlantic spells a folded word: `defense` of `defence`, `modelling` of `modeling`. By rule, so
 * some are no words at all, and match nothing.
 */
export function otherSpellings(word: string): string[] {
  if (word.length < MIN_LETTERS) return [];
  return rules.flatMap(({ pattern, replacement }) =>
    pattern.test(word) ? [word.replace(pattern, replacement)] : [],
  );
}

/** Shorter words are spelt alike, or are other words. */
const MIN_LETTERS = 4;
