/** What was asked and what came back, as text. */
export interface Asked {
  readonly part: 'calls' | 'commands' | 'requests';
  readonly input: string;
  readonly output: string;
}

/** A sentence that was changed on purpose. */
export interface AllowedSentence {
  readonly old: string;
  readonly new: string;
  readonly why: string;
}

/** A difference that nothing allows. */
export interface Difference {
  readonly part: Asked['part'];
  readonly input: string;
  /** Lines of the two outputs around the first that differs. */
  readonly shown: string;
}

const shownLines = 8;
const longestLine = 400;

/** The differing lines of two texts, behind the line before them; JSON in them is laid out first. */
export function difference(base: string, work: string): string {
  const [old, fresh] = [base, work].map((text) => text.split('\n').flatMap(laidOut)) as [string[], string[]];
  let at = 0;
  while (at < old.length && old[at] === fresh[at]) at++;
  let [oldEnd, freshEnd] = [old.length, fresh.length];
  while (oldEnd > at && freshEnd > at && old[oldEnd - 1] === fresh[freshEnd - 1]) {
    oldEnd--;
    freshEnd--;
  }
  const before = old.slice(Math.max(0, at - 2), at).map((line) => `    ${line}`);
  const side = (lines: readonly string[], mark: string) => [
    ...lines.slice(0, shownLines).map((line) => `  ${mark} ${line}`),
    ...(lines.length > shownLines ? [`  ${mark} … ${lines.length - shownLines} more lines`] : []),
  ];
  return [...before, ...side(old.slice(at, oldEnd), '-'), ...side(fresh.slice(at, freshEnd), '+')]
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
    .join('\n');
}

function laidOut(line: string): string[] {
  if (!/^[[{]/.test(line)) return [line];
  try {
    // Texts of several lines differ in one of them.
    return JSON.stringify(JSON.parse(line), null, 1).split(/\n|\\n/);
  } catch {
    return [line];
  }
}

/** A text with every allowed sentence as it is now, also where it stands in JSON. */
export function withNewSentences(text: string, allowed: readonly AllowedSentence[]): string {
  const quoted = (sentence: string) => JSON.stringify(sentence).slice(1, -1);
  return allowed.reduce(
    (rest, { old, new: now }) => rest.replaceAll(old, now).replaceAll(quoted(old), quoted(now)),
    text,
  );
}

/** So many letters of a name decided the order of names before their whole order was stored. */
const lettersCompared = 27;

/** True if two answers in alphabetical order differ only in which of names that begin alike comes first. */
export function differsInTies(input: string, base: string, work: string): boolean {
  if (!/"sort":"(name|title)"/.test(input)) return false;
  const [old, fresh] = [namesIn(base), namesIn(work)];
  return old !== undefined && old.length > 0 && JSON.stringify(old) === JSON.stringify(fresh);
}

/** The beginnings of the names of an answer, and all that is neither a record nor made of them. */
function namesIn(output: string): unknown[] | undefined {
  try {
    const { result } = JSON.parse(output) as {
      result: { structuredContent: { results: { name?: string; title?: string }[] } };
    };
    const { results, ...rest } = result.structuredContent;
    const begins = (text: string) =>
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9 ]/g, '')
        .slice(0, lettersCompared);
    return [...results.map(({ name, title }) => begins(name ?? title ?? '')), rest];
  } catch {
    return undefined;
  }
}
