/** What LaTeX has commands for, both ways: `latex.ts` writes by these tables, `read-latex.ts` reads by them. */

/** Accents: the sign behind the backslash, and the combining character; those that begin with a t are read alone. */
const accentPairs = table(`
  \` \u0300  ' \u0301  ^ \u0302  ~ \u0303  = \u0304  u \u0306  . \u0307  " \u0308  r \u030a  H \u030b  v \u030c  d \u0323
  c \u0327  k \u0328  b \u0331  textcommabelow \u0326  t \u0361
`);

/** Letters and signs of text; where a character has several names, the first is written. */
const textSigns = table(`
  ß ss  ẞ SS  ø o  Ø O  ł l  Ł L  æ ae  Æ AE  œ oe  Œ OE  ı i  ȷ j  đ dj  Đ DJ  ð dh  Ð DH  þ th  Þ TH  ŋ ng  Ŋ NG
  ĳ ij  Ĳ IJ
  \\ textbackslash  { textbraceleft  } textbraceright  ~ textasciitilde  ^ textasciicircum  < textless  > textgreater
  | textbar  \` textasciigrave
  ¡ textexclamdown  ¿ textquestiondown  ¢ textcent  £ textsterling  £ pounds  ¤ textcurrency  ¥ textyen  € texteuro  € euro
  ₩ textwon  ₫ textdong  ₦ textnaira  ₱ textpeso  ₡ textcolonmonetary  ฿ textbaht  ƒ textflorin
  ¦ textbrokenbar  § textsection  § S  ¶ textparagraph  ¶ P  ¨ textasciidieresis  ¯ textasciimacron  ´ textasciiacute
  © textcopyright  © copyright  ® textregistered  ™ texttrademark  ℠ textservicemark  ℗ textcircledP
  ª textordfeminine  º textordmasculine  ° textdegree  ℃ textcelsius  µ textmu  ± textpm  × texttimes  ÷ textdiv  ¬ textlnot
  − textminus  ¼ textonequarter  ½ textonehalf  ¾ textthreequarters  ⁄ textfractionsolidus  · textperiodcentered
  • textbullet  … textellipsis  … ldots  … dots  † textdagger  † dag  ‡ textdaggerdbl  ‡ ddag  ‖ textbardbl
  ‰ textperthousand  ‱ textpertenthousand  № textnumero  ℞ textrecipe  ℮ textestimated  ℧ textmho  ※ textreferencemark
  ‽ textinterrobang  ∗ textasteriskcentered  √ textsurd  ◦ textopenbullet  ◯ textbigcircle  ♪ textmusicalnote
  ← textleftarrow  ↑ textuparrow  → textrightarrow  ↓ textdownarrow
  « guillemotleft  « guillemetleft  » guillemotright  » guillemetright  ‹ guilsinglleft  › guilsinglright
  ‚ quotesinglbase  „ quotedblbase  ‘ textquoteleft  ’ textquoteright
`);

/** What is read, and written otherwise. */
const otherNames = table(`
  å aa  Å AA  " textquotedbl  ' textquotesingle  _ textunderscore  $ textdollar  & textampersand  – textendash  — textemdash
  “ textquotedblleft  ” textquotedblright  { lbrace  } rbrace  TeX TeX  LaTeX LaTeX  BibTeX BibTeX
`);

/** Signs of formulas; where a character has several names, the first is written. */
const mathSigns = table(`
  α alpha  β beta  γ gamma  δ delta  ε varepsilon  ϵ epsilon  ζ zeta  η eta  θ theta  ϑ vartheta  ι iota  κ kappa  λ lambda
  μ mu  ν nu  ξ xi  π pi  ϖ varpi  ρ rho  ϱ varrho  σ sigma  ς varsigma  τ tau  υ upsilon  φ varphi  ϕ phi  χ chi  ψ psi
  ω omega  Γ Gamma  Δ Delta  Θ Theta  Λ Lambda  Ξ Xi  Π Pi  Σ Sigma  Υ Upsilon  Φ Phi  Ψ Psi  Ω Omega
  ∞ infty  ≤ leq  ≤ le  ≥ geq  ≥ ge  ≠ neq  ≠ ne  ≈ approx  ∼ sim  ≃ simeq  ≅ cong  ≡ equiv  ∝ propto  ≪ ll  ≫ gg
  ± pm  ∓ mp  × times  ÷ div  ⋅ cdot  ∘ circ  ⋆ star  ∗ ast  • bullet  ⊕ oplus  ⊗ otimes  ⊙ odot  † dagger  ‡ ddagger
  ∈ in  ∉ notin  ∋ ni  ⊂ subset  ⊃ supset  ⊆ subseteq  ⊇ supseteq  ∪ cup  ∩ cap  ∅ emptyset  ∀ forall  ∃ exists  ∖ setminus
  ∧ wedge  ∨ vee  ¬ neg  ⊥ perp  ∥ parallel  ∣ mid  ∠ angle  △ triangle  □ Box  ⊢ vdash  ⊨ models  ∎ blacksquare
  ∇ nabla  ∂ partial  ∑ sum  ∏ prod  ∫ int  ∮ oint  √ surd  ′ prime  ℓ ell  ℏ hbar  ℜ Re  ℑ Im  ℵ aleph  ℘ wp
  ← leftarrow  → rightarrow  → to  ↔ leftrightarrow  ⇐ Leftarrow  ⇒ Rightarrow  ⇔ Leftrightarrow  ↦ mapsto  ↑ uparrow
  ↓ downarrow  ⟨ langle  ⟩ rangle  ⌊ lfloor  ⌋ rfloor  ⌈ lceil  ⌉ rceil  ⋯ cdots  ⋮ vdots  ⋱ ddots  … ldots  … dots
  ♭ flat  ♯ sharp  ♮ natural  ⊤ top
`);

/** Letters that formulas have in other shapes. */
const shapes = table(`
  ℝ mathbb{R}  ℂ mathbb{C}  ℕ mathbb{N}  ℤ mathbb{Z}  ℚ mathbb{Q}  ℙ mathbb{P}  ℍ mathbb{H}
  ℋ mathcal{H}  ℒ mathcal{L}  ℱ mathcal{F}  ℬ mathcal{B}  ℰ mathcal{E}  ℐ mathcal{I}  ℳ mathcal{M}  ℛ mathcal{R}
`);

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ';
const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const plainOf = '0123456789+-=()ni';

/** Combining characters by their command. */
export const accents: ReadonlyMap<string, string> = new Map(accentPairs);
/** Commands by their combining character. */
export const accentCommands = inverse(accentPairs);
/** Characters of text by their command. */
export const textCharacters = byCommand([...textSigns, ...otherNames]);
/** Commands of text by their character. */
export const textCommands = inverse(byCommand(textSigns));
/** Characters of formulas by their command. */
export const mathCharacters = byCommand(mathSigns);

/** Formulas that stand for a character, by it. */
export const mathCommands: ReadonlyMap<string, string> = new Map([
  ...[...inverse([...byCommand(mathSigns), ...byCommand(shapes)])].map(
    ([sign, command]) => [sign, `\\${command}`] as const,
  ),
  // Latin, and not Greek: what it looks like.
  ['ɛ', '\\varepsilon'],
  ...[...raised].map((sign, i) => [sign, `^${plainOf[i]}`] as const),
  ...[...lowered].map((sign, i) => [sign, `_${plainOf[i]}`] as const),
]);

function table(text: string): readonly (readonly [string, string])[] {
  const words = text.trim().split(/\s+/);
  return words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ''] as const] : []));
}

function byCommand(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(pairs.map(([sign, command]) => [command, sign]));
}

/** The first that has a value keeps it. */
function inverse(pairs: Iterable<readonly [string, string]>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [command, sign] of pairs) if (!found.has(sign)) found.set(sign, command);
  return found;
}
