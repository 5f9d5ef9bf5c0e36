import { readFileSync } from 'node:fs';

/** How much of what was said is right, and how much of what is right was said. */
interface Quality {
  readonly said: number;
  readonly right: number;
  readonly wanted: number;
  readonly precision: number;
  readonly recall: number;
}

/** Reads judgements, one JSON object a line. */
export function readJudged<T>(name: string): T[] {
  const text = readFileSync(new URL(`judged/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

export function qualityOf(
  pairs: readonly { readonly said: readonly string[]; readonly wanted: readonly string[] }[],
): Quality {
  const said = pairs.reduce((sum, pair) => sum + pair.said.length, 0);
  const wanted = pairs.reduce((sum, pair) => sum + pair.wanted.length, 0);
  const right = pairs.reduce(
    (sum, pair) => sum + pair.said.filter((name) => pair.wanted.includes(name)).length,
    0,
  );
  return { said, right, wanted, precision: right / said, recall: right / wanted };
}
