import { accents, mathCharacters, textCharacters } from './latex-signs.ts';

/** Deeper groups are read as if their braces were not there, so that no nesting costs more than its length. */
const MAX_DEPTH = 40;
/** More accents on one letter are in no language. */
const MAX_ACCENTS = 4;

/** Commands that only say how their argument looks, or how what follows does. */
const plainCommands = new Set(
  'emph textbf textit texttt textsc textsf textsl textrm textup textmd textnormal textsuperscript textsubscript text mbox hbox underline uline ensuremath mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol bm protect relax em it bf sc tt rm sf sl bfseries itshape scshape slshape upshape mdseries ttfamily rmfamily sffamily normalfont tiny small large Large LARGE huge Huge uppercase MakeUppercase noopsort url path nolinkurl href textcolor color thanks footnote footnotemark label ref cite citep citet index vspace hspace'.split(
    ' ',
  ),
);
/** Those whose argument is an address, and is read as it is written. */
const addressCommands = new Set(['url', 'path', 'nolinkurl']);
/** Those whose first argument is not for readers. */
const hiddenArguments = new Set(
  'href textcolor color thanks footnote footnotemark label ref cite citep citet index vspace hspace noopsort'.split(
    ' ',
  ),
);
const blanks = new Set(['newline', 'linebreak', 'par', 'quad', 'qquad', 'space']);

type Content = 'text' | 'hidden' | 'address' | 'kept';

/** What is between the braces of a group, or all of the text. */
interface Group {
  text: string;
  /** The last sign of the text: to ask the text itself would cost its length. */
  last: string;
  readonly content: Content;
  /** Accents on its first letter, the innermost last. */
  readonly accents: readonly string[];
  /** Accents that wait for a letter. */
  waiting: string[];
  /** What the next group is: `kept` keeps its braces, since a command before it is not known. */
  next: Content;
}

const token =
  /\\([A-Za-z]+)\*?[ \t\n]*|\\([\s\S])|([{}~])|(\$[^$\s](?:[^$]*[^$\s\\])?\$(?!\d))|(---?|``|''|[`'])|(\s+)|([^\\{}~$`'\s-]+)|[\s\S]/gu;

/**
 * Text as TeX has it, in plain letters: accents composed (`Erd{\H o}s` is `Erdős`, `\'{\^e}` is `ế`), special letters,
 * quotes, dashes and signs as themselves, braces and fonts gone, of links their text. Formulas between dollar signs and
 * commands that are not known stay as they are written. Takes time in proportion to the length, whatever is in it.
 */
export function readLatex(tex: string): string {
  if (!/[\\{}~$`]|--|''/.test(tex)) return tex.normalize('NFC');
  const reader = new Reader();
  for (const match of tex.matchAll(token)) reader.take(match);
  return reader.finish().normalize('NFC');
}

class Reader {
  readonly #groups: Group[] = [group([], 'text')];
  /** Groups beyond the deepest that are told apart. */
  #beyond = 0;
  #isQuoting = false;

  take([whole, word, symbol, bracket, formula, mark, space, run]: RegExpExecArray): void {
    const { content, waiting } = this.#top;
    if (word !== undefined) this.#command(word, whole);
    else if (symbol !== undefined) this.#symbol(symbol);
    else if (bracket === '{') this.#open();
    else if (bracket === '}') this.#close();
    else if (content === 'address') this.#put(whole);
    // A tie stands behind a word; before one it is about so much.
    else if (bracket === '~') this.#put(/\S/.test(this.#top.last) ? ' ' : '~');
    else if (mark !== undefined) this.#put(this.#signOf(mark));
    else if (space === undefined || waiting.length === 0) this.#put(formula ?? run ?? whole);
  }

  finish(): string {
    this.#beyond = 0;
    // What is hidden in a group without an end may be all there is.
    while (this.#groups.length > 1) this.#close('text');
    return this.#top.text;
  }

  get #top(): Group {
    return this.#groups[this.#groups.length - 1] as Group;
  }

  #put(text: string): void {
    const top = this.#top;
    if (text === '') return;
    this.#append(accented(text, top.waiting));
    top.waiting = [];
    top.next = 'text';
  }

  #append(text: string): void {
    this.#top.text += text;
    this.#top.last = text.slice(-1) || this.#top.last;
  }

  #open(): void {
    if (this.#groups.length > MAX_DEPTH) {
      this.#beyond += 1;
      return;
    }
    const top = this.#top;
    const isInside = top.content === 'hidden' || top.content === 'address';
    this.#groups.push(group(top.waiting, isInside ? top.content : top.next));
    top.waiting = [];
    top.next = 'text';
  }

  #close(as?: Content): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    if (this.#groups.length === 1) return;
    const { text, content, accents } = this.#groups.pop() as Group;
    if ((as ?? content) === 'hidden') return;
    this.#append(accented(content === 'kept' ? `{${text}}` : text, accents));
  }

  #command(name: string, whole: string): void {
    const top = this.#top;
    const accent = accents.get(name);
    const character = textCharacters.get(name) ?? mathCharacters.get(name);
    if (accent !== undefined) this.#accent(accent);
    else if (character !== undefined) this.#put(character);
    else if (blanks.has(name)) this.#put(' ');
    else if (name === 'and') this.#put(' and ');
    else if (plainCommands.has(name))
      top.next = hiddenArguments.has(name) ? 'hidden' : addressCommands.has(name) ? 'address' : 'text';
    else {
      this.#put(whole);
      top.next = 'kept';
    }
  }

  #symbol(sign: string): void {
    const accent = accents.get(sign);
    if (accent !== undefined && this.#top.content !== 'address') this.#accent(accent);
    else if (/[&%#_{}$~^]/.test(sign)) this.#put(sign);
    else if (/[\\\s,;:]/.test(sign)) this.#put(' ');
    else if (/[()]/.test(sign)) this.#put('$');
    else if (!/[!/@-]/.test(sign)) this.#put(`\\${sign}`);
  }

  #accent(accent: string): void {
    const { waiting } = this.#top;
    if (waiting.length < MAX_ACCENTS) waiting.push(accent);
  }

  /** Quotes and dashes; a single one may be an apostrophe. */
  #signOf(mark: string): string {
    const before = this.#top.last;
    if (mark === '`' && !/[^\s([{“]/.test(before)) {
      this.#isQuoting = true;
      return '‘';
    }
    if (mark === "'" && this.#isQuoting && !/\s/.test(before)) {
      this.#isQuoting = false;
      return '’';
    }
    return { '--': '–', '---': '—', '``': '“', "''": '”' }[mark] ?? mark;
  }
}

function group(accents: readonly string[], content: Content): Group {
  return { text: '', last: '', content, accents, waiting: [], next: 'text' };
}

/** Text whose first letter has these accents too; an accent on nothing is the sign that it is written with. */
function accented(text: string, marks: readonly string[]): string {
  if (marks.length === 0) return text;
  const letter = /^(?:\p{M}|.)/su.exec(text)?.[0];
  if (letter === undefined) {
    const [sign = ''] = [...accents].find(([, mark]) => mark === marks[0]) ?? [];
    return /[a-z]/i.test(sign) ? '' : sign;
  }
  const own = /^\p{M}*/u.exec(text.slice(letter.length))?.[0] ?? '';
  // The dotless letters have no dot to lose.
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  return `${base}${own}${[...marks].reverse().join('')}${text.slice(letter.length + own.length)}`;
}
