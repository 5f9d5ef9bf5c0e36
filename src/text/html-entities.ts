/** From U+00A0 on, in order: those of the second half of Latin-1. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest';

/** From U+0391 and U+03B1 on, in order; between rho and sigma stands the final sigma. */
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';

/** Names and their signs; what is blank stands apart. */
const named = `
  amp &  lt <  gt >  quot "  apos '  num #  excl !  quest ?  comma ,  period .  colon :  semi ;  lpar (  rpar )
  lsqb [  rsqb ]  sol /  bsol \\  lowbar _  dollar $  percnt %  plus +  equals =  ast *  commat @  hyphen ‐
  grave \`  times ×  divide ÷  szlig ß  ETH Ð  eth ð  THORN Þ  thorn þ  AElig Æ  aelig æ  OElig Œ  oelig œ
  Oslash Ø  oslash ø  Lstrok Ł  lstrok ł  Dstrok Đ  dstrok đ  inodot ı  fnof ƒ  circ ˆ  tilde ˜  zwnj \u200c
  zwj \u200d  lrm \u200e  rlm \u200f  ndash –  mdash —  lsquo ‘  rsquo ’  sbquo ‚  ldquo “  rdquo ”  bdquo „
  dagger †  Dagger ‡  bull •  hellip …  permil ‰  prime ′  Prime ″  lsaquo ‹  rsaquo ›  oline ‾  frasl ⁄  euro €
  image ℑ  weierp ℘  real ℜ  trade ™  alefsym ℵ  larr ←  uarr ↑  rarr →  darr ↓  harr ↔  crarr ↵  lArr ⇐  uArr ⇑
  rArr ⇒  dArr ⇓  hArr ⇔  forall ∀  part ∂  exist ∃  empty ∅  nabla ∇  isin ∈  notin ∉  ni ∋  prod ∏  sum ∑
  minus −  lowast ∗  radic √  prop ∝  infin ∞  ang ∠  and ∧  or ∨  cap ∩  cup ∪  int ∫  there4 ∴  sim ∼  cong ≅
  asymp ≈  ne ≠  equiv ≡  le ≤  ge ≥  sub ⊂  sup ⊃  nsub ⊄  sube ⊆  supe ⊇  oplus ⊕  otimes ⊗  perp ⊥  sdot ⋅
  lceil ⌈  rceil ⌉  lfloor ⌊  rfloor ⌋  lang ⟨  rang ⟩  loz ◊  spades ♠  clubs ♣  hearts ♥  diams ♦  thetasym ϑ
  upsih ϒ  piv ϖ  check ✓
`;

const signs: Readonly<Record<string, string>> = {
  ...inPairs(named),
  ...{ Tab: '\t', NewLine: '\n', ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009' },
  ...inOrder(latin, 0xa0),
  ...inOrder(greek, 0x3b1),
  // There is no capital of the final sigma.
  ...inOrder(
    greek.replace('sigmaf ', '- ').replace(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase()),
    0x391,
  ),
};

/** Accents by the end of a name: `eacute`, `ccaron`. */
const accents: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', macr: '\u0304', breve: '\u0306' },
  ...{ dot: '\u0307', uml: '\u0308', ring: '\u030a', dblac: '\u030b', caron: '\u030c', cedil: '\u0327' },
  ogon: '\u0328',
};

/** What a named entity of HTML stands for: those of HTML 4, and letters with accents of HTML 5. Undefined for others. */
export function htmlEntity(name: string): string | undefined {
  if (Object.hasOwn(signs, name)) return signs[name];
  const accent = accents[name.slice(1)];
  const letter = accent === undefined ? '' : `${name.charAt(0)}${accent}`.normalize('NFC');
  return letter.length === 1 ? letter : undefined;
}

function inPairs(text: string): Record<string, string> {
  const words = text.trim().split(/\s+/);
  return Object.fromEntries(words.flatMap((name, i) => (i % 2 === 0 ? [[name, words[i + 1] ?? '']] : [])));
}

function inOrder(names: string, from: number): Record<string, string> {
  const pairs = names.split(' ').map((name, i) => [name, String.fromCharCode(from + i)] as const);
  return Object.fromEntries(pairs.filter(([name]) => name !== '-'));
}
