import { join } from 'node:path';
import { diskFiles, readTextNow } from '../../lib/file-system.ts';
import type { IndexTerms } from '../../search/index-terms.ts';
import type { Fault } from './files.ts';

/** Index terms of papers, a line each: an id, then its terms in alphabetical order. The file may be taken out. */
export const TERMS_FILE = 'terms/publications.txt';

/** A paper has no more of them: enough to find it by what it says, too few to say it again. */
export const MOST_TERMS = 40;

const term = /^[a-z]{3,40}$/;

/** The terms in a dataset folder, none where there is no file, and what is wrong with them; `ids` are those of the papers. */
export function readTermsFile(
  dir: string,
  ids: ReadonlySet<string>,
  files = diskFiles,
): { terms: IndexTerms; faults: readonly Fault[] } {
  const terms = new Map<string, readonly string[]>();
  const faults: Fault[] = [];
  if (files.stat(join(dir, TERMS_FILE)) === undefined) return { terms, faults };
  const lines = readTextNow(files, join(dir, TERMS_FILE)).split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [id = '', ...own] = line.split(' ');
    const message = ids.has(id) ? wrongWith(own) : `${id} is no paper; take the line out`;
    if (message === undefined) terms.set(id, own);
    else faults.push({ check: 'index-terms', where: `${TERMS_FILE}:${index + 1}`, message });
  }
  return { terms, faults };
}

function wrongWith(own: readonly string[]): string | undefined {
  if (own.length === 0 || own.length > MOST_TERMS) {
    return `has ${own.length} terms; keep 1 to ${MOST_TERMS}`;
  }
  const odd = own.find((one) => !term.test(one));
  if (odd !== undefined) return `${JSON.stringify(odd)} is no stem of small letters`;
  const isSorted = own.every((one, i) => i === 0 || (own[i - 1] as string) < one);
  return isSorted ? undefined : 'its terms do not stand in alphabetical order, each once';
}
