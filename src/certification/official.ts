/** A legal text by its number, and where its authority publishes it. */
interface OfficialText {
  readonly name: string;
  readonly url: string;
}

/** Acts of the European Union by their type in the European Legislation Identifier, the longest names first. */
const ACTS: Readonly<Record<string, string>> = {
  'Delegated Regulation': 'reg_del',
  'Implementing Regulation': 'reg_impl',
  'Implementing Decision': 'dec_impl',
  Regulation: 'reg',
  Directive: 'dir',
  Decision: 'dec',
};

/** `Regulation (EU) 2024/2847`, `Directive 2014/53/EU`, `Regulation (EC) No 765/2008`. */
const EU_ACT = new RegExp(
  `\\b(${Object.keys(ACTS).join('|')})s? (?:\\((EU|EC)\\) )?(?:No )?(\\d+)/(\\d+)(?:/(?:EU|EC|EEC))?`,
  'g',
);

/** `47 CFR 15.101`, `21 CFR Part 820`. */
const US_RULE = /\b(\d{1,2}) CFR (?:Parts? )?(\d+)(\.\d+)?/g;

/** Of acts of the Union, who was numbered before 2015 has the year last, but for directives. */
const FIRST_YEAR_IN_FRONT = 2015;

/** The official texts of the laws that a basis names: each number says where it is published. */
export function officialTexts(basis: string): OfficialText[] {
  const acts = [...basis.matchAll(EU_ACT)].map(([name, act = '', body, first = '', second = '']) => {
    const isFront = act === 'Directive' || (body !== 'EC' && Number(first) >= FIRST_YEAR_IN_FRONT);
    const [year, number] = isFront ? [first, second] : [second, first];
    const whole = year.length === 2 ? `19${year}` : year;
    return { name, url: `https://eur-lex.europa.eu/eli/${ACTS[act]}/${whole}/${number}/oj` };
  });
  const rules = [...basis.matchAll(US_RULE)].map(([name, title, part = '', section]) => ({
    name,
    url: `https://www.ecfr.gov/current/title-${title}/${section === undefined ? `part-${part}` : `section-${part}${section}`}`,
  }));
  const all = [...acts, ...rules];
  return all.filter(({ url }, i) => all.findIndex((other) => other.url === url) === i);
}
