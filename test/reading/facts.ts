import { readFileSync } from 'node:fs';

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/** Plain questions to all tools that read. */
export const questions: readonly { readonly tool: string; readonly arguments: object }[] =
  read('questions.json');

/** What hosts hand their models of an answer, and of a refusal where that is another part; `source` says who tells it. */
export const hosts: readonly { host: string; reads: string; refusals?: string }[] = read('hosts.json');

/** Words of the text that join facts, or say that there is none. */
const ownWords: ReadonlySet<string> = new Set(read('own-words.json'));

/** A fact that one form of an answer has and the other lacks, and where: `results.3.price.usd`, or `text`. */
type Lack = Readonly<Record<'at' | 'said', string>>;

type Leaf = { readonly at: string; readonly member: string; readonly value: string | number | boolean };

/** Every fact of the data that the text does not say in any spelling. */
export function lackingInText(data: unknown, text: string): Lack[] {
  const words = ` ${plain(text)} `;
  return leavesOf(data)
    .filter((leaf) => !spellings(leaf).some((one) => words.includes(` ${plain(one)} `)))
    .map(({ at, value }) => ({ at, said: String(value) }));
}

/** Every word and number of the text that neither stands in the data, nor is the text's own. */
export function lackingInData(data: unknown, text: string): Lack[] {
  const known = new Set(
    leavesOf(data).flatMap((leaf) => [leaf.at, ...spellings(leaf)].flatMap((one) => plain(one).split(' '))),
  );
  for (const count of countsIn(data)) known.add(String(count));
  const lacking = plain(text)
    .split(' ')
    .filter((word) => word !== '' && !known.has(word) && !ownWords.has(word));
  return [...new Set(lacking)].map((said) => ({ at: 'text', said }));
}

/** Letters and digits alone, in small letters: what stands between them tells nothing apart. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The facts of an answer's data, each with where it stands. */
export function leavesOf(value: unknown, at = '', member = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => leavesOf(one, `${at}.${i}`, member));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      leavesOf(one, at === '' ? name : `${at}.${name}`, name),
    );
  return value === undefined || value === null ? [] : [{ at, member, value: value as Leaf['value'] }];
}

function countsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [value.length] : [];
  return [...own, ...Object.values(value).flatMap(countsIn)];
}

/** How a text may say it: a large number by its thousands, what holds by its name. */
function spellings({ member, value }: Leaf): string[] {
  if (value === true) return [member];
  if (value === false) return [`not ${member}`, `no ${member}`];
  if (typeof value !== 'number') return [value as string];
  const short = (unit: number, sign: string) => `${Number((value / unit).toFixed(2))}${sign}`;
  return [String(value), short(1e9, 'B'), short(1e6, 'M'), short(1e3, 'k')];
}
