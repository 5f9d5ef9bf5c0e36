import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Search } from './find-set.ts';

/** More causes than these are no list of causes but one of regressions. */
const MOST_CAUSES = 20;

const causes = z
  .array(
    z.strictObject({
      /** What changed on purpose, and the rule that says so. */
      cause: z.string().min(1),
      /** Regular expressions, of any case, over calls as `shown` writes them. */
      queries: z.array(z.string().min(1)).optional(),
      /** Hashes of single calls. */
      calls: z.array(z.string().regex(/^[0-9a-f]{8}$/)).optional(),
    }),
  )
  .max(MOST_CAUSES);

const causesFile = new URL('causes.json', import.meta.url);

/** A call as it is shown, and as patterns see it. */
export function shown({ tool, args }: Pick<Search, 'tool' | 'args'>): string {
  return `${tool} ${JSON.stringify(args)}`;
}

/** What a cause names a single call by. */
export function hashOf(search: Pick<Search, 'tool' | 'args'>): string {
  return createHash('sha256').update(shown(search)).digest('hex').slice(0, 8);
}

/** The named causes by which sets may change. */
export interface Causes {
  readonly names: readonly string[];
  /** The first that a changed call belongs to. */
  causeOf(search: Pick<Search, 'tool' | 'args'>): string | undefined;
}

/** Reads them. Throws an Error that says what is wrong with the file. */
export function readCauses(text = readFileSync(causesFile, 'utf8')): Causes {
  const read = causes.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`causes.json: ${z.prettifyError(read.error)}`);
  const listed = read.data.map(({ cause, queries = [], calls = [] }) => {
    return { cause, patterns: queries.map((query) => new RegExp(query, 'iu')), calls: new Set(calls) };
  });
  return {
    names: listed.map(({ cause }) => cause),
    causeOf: (search) =>
      listed.find(
        ({ patterns, calls }) =>
          calls.has(hashOf(search)) || patterns.some((pattern) => pattern.test(shown(search))),
      )?.cause,
  };
}
