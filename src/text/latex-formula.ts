import { mathCharacters, mathCommands } from './latex-signs.ts';

/** Longer ones, and those nested deeper, are no formulas of titles. */
const MAX_LENGTH = 400;
const MAX_DEPTH = 12;

const words = (text: string) => new Set(text.split(' '));

/** Commands without arguments, beside the signs. */
const plainCommands = words(
  'log ln lg exp sin cos tan sec csc cot arcsin arccos arctan sinh cosh tanh det dim ker deg gcd hom inf sup lim liminf limsup max min arg Pr quad qquad rm bf it cal sf tt lbrace rbrace lbrack rbrack vert Vert colon ldotp cdotp imath jmath',
);
/** Commands of one argument. */
const oneArgument = words(
  'mathcal mathbb mathbf mathrm mathit mathsf mathtt mathfrak mathscr boldsymbol bm hat widehat bar overline underline tilde widetilde vec dot ddot acute grave check breve sqrt operatorname',
);
const twoArguments = words('frac tfrac dfrac binom');
/** Commands whose argument is text, which here is letters, digits and a few signs. */
const textArgument = words('text textrm textbf textit mbox');
const delimiters = words(
  '( ) [ ] | . / \\lbrace \\rbrace \\langle \\rangle \\lfloor \\rfloor \\lceil \\rceil \\Vert \\vert',
);

/** Symbols behind a backslash; BibTeX counts braces even there, so that those have names. */
const symbols: Readonly<Record<string, string>> = {
  ...{ ',': '\\,', ';': '\\;', ':': '\\:', '!': '\\!', ' ': '\\ ', '{': '\\lbrace ', '}': '\\rbrace ' },
  ...{ '|': '\\Vert ', '%': '\\%', '&': '\\&', _: '\\_', '#': '\\#' },
};

/** Prose between two dollar signs, as in `US$/kWh for A$`. */
const prose = /[A-Za-z]{2}\s+[A-Za-z]{2}/;

/** Every token that a formula may have; a control word takes the blanks behind it. */
const tokens = /\\[A-Za-z]+\s*|\\[^A-Za-z]|\s+|\P{M}/gu;

/**
 * The content of a formula as LaTeX may run it: commands that only draw, scripts, groups and arguments that are whole.
 * Undefined for all else, however harmless it may be: such text is none that LaTeX should run.
 */
export function checkedFormula(tex: string): string | undefined {
  if (tex.length > MAX_LENGTH || prose.test(tex.replace(/\\[A-Za-z]+(?:\{[^{}]*\})?/g, '\\')))
    return undefined;
  const formula = new Formula(tex.match(tokens) ?? []);
  const written = formula.list(0, undefined);
  return formula.isAtEnd ? written : undefined;
}

class Formula {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** Atoms with their scripts, up to a token that is left to the caller; undefined where something is none. */
  list(depth: number, end: string | undefined): string | undefined {
    if (depth > MAX_DEPTH) return undefined;
    let written = '';
    let scripts = '';
    while (!this.isAtEnd && this.#next !== end) {
      const token = this.#take();
      const script = scriptOf(token);
      // Two of one kind on an atom are an error, as is a prime behind a raised one.
      if (script !== undefined && scripts.includes(script.kind === "'" ? '^' : script.kind)) return undefined;
      const part = script === undefined ? this.#part(token, depth) : this.#script(script, depth);
      if (part === undefined) return undefined;
      if (script !== undefined && script.kind !== "'") scripts += script.kind;
      if (script === undefined && part !== ' ') scripts = '';
      written = joined(written, part);
    }
    return written;
  }

  #part(token: string, depth: number): string | undefined {
    return /^\s/.test(token) ? ' ' : this.#atom(token, depth);
  }

  #script({ kind, text }: Script, depth: number): string | undefined {
    const own = text ?? (kind === "'" ? '' : this.#argument(depth));
    return own === undefined ? undefined : `${kind}${own}`;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at]?.trim();
  }

  #take(): string {
    return this.#tokens[this.#at++] ?? '';
  }

  /** What a command or script applies to; in braces if it is more than one token. */
  #argument(depth: number): string | undefined {
    while (/^\s/.test(this.#tokens[this.#at] ?? '')) this.#at += 1;
    const token = this.#take();
    if (token === '' || scriptOf(token) !== undefined) return undefined;
    const atom = this.#atom(token, depth);
    return atom === undefined || isOneToken(atom) || atom.startsWith('{') ? atom : `{${atom}}`;
  }

  #atom(token: string, depth: number): string | undefined {
    if (token === '{') return this.#group(depth);
    if (!token.startsWith('\\')) return characterOf(token);
    const name = token.slice(1).trimEnd();
    if (!/^[A-Za-z]/.test(name)) return symbols[token.slice(1)];
    if (mathCharacters.has(name) || plainCommands.has(name)) return `\\${name}`;
    if (textArgument.has(name)) return this.#text(name);
    if (name === 'left') return this.#fenced(depth);
    const count = twoArguments.has(name) ? 2 : oneArgument.has(name) ? 1 : 0;
    if (count === 0) return undefined;
    let written = `\\${name}`;
    for (let i = 0; i < count; i += 1) {
      const own = this.#argument(depth + 1);
      if (own === undefined) return undefined;
      written = joined(written, own);
    }
    return written;
  }

  #group(depth: number): string | undefined {
    const inner = this.list(depth + 1, '}');
    return inner === undefined || this.#take() !== '}' ? undefined : `{${inner}}`;
  }

  #text(name: string): string | undefined {
    if (this.#take() !== '{') return undefined;
    let text = '';
    while (!this.isAtEnd && this.#next !== '}') text += this.#take();
    return this.#take() === '}' && /^[A-Za-z0-9 .,:-]*$/.test(text) ? `\\${name}{${text}}` : undefined;
  }

  /** Between \left and \right, each with its delimiter. */
  #fenced(depth: number): string | undefined {
    const open = delimiterOf(this.#take());
    const inner = open && this.list(depth + 1, '\\right');
    if (inner === undefined || this.#take().trim() !== '\\right') return undefined;
    const close = delimiterOf(this.#take());
    return close && joined(joined(`\\left${open}`, inner), `\\right${close}`);
  }
}

interface Script {
  readonly kind: '^' | '_' | "'";
  /** What is raised or lowered, where the character says it. */
  readonly text?: string;
}

function scriptOf(token: string): Script | undefined {
  if (token === '^' || token === '_' || token === "'") return { kind: token };
  const command = token > '~' ? mathCommands.get(token) : undefined;
  if (command === undefined || !/^[_^]/.test(command)) return undefined;
  return { kind: command.charAt(0) as '^' | '_', text: command.slice(1) };
}

/** A letter, digit or sign; others only by their commands. */
function characterOf(token: string): string | undefined {
  if (/^[A-Za-z0-9+*/=<>()[\].,:;!?|@-]$/.test(token)) return token;
  return mathCommands.get(token);
}

function delimiterOf(token: string): string | undefined {
  const delimiter = (symbols[token.slice(1)] ?? token).trim();
  return delimiters.has(delimiter) ? delimiter : undefined;
}

function isOneToken(atom: string): boolean {
  return /^(?:\\[A-Za-z]+|\\?[^\\])$/u.test(atom);
}

/** With the blank that ends a command before a letter. */
function joined(before: string, behind: string): string {
  return /\\[A-Za-z]+$/.test(before) && /^[A-Za-z]/.test(behind) ? `${before} ${behind}` : before + behind;
}
