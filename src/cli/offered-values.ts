import { featureWords } from '../certification/features.ts';
import type { Fields } from '../kinds/definition.ts';
import { type Kind, kindIndexes } from '../kinds/kinds.ts';
import { vocabularies } from '../kinds/vocabularies/vocabulary.ts';
import type { Service } from '../protocol/service.ts';
import { fold, words } from '../text/fold.ts';
import { thingKinds } from '../tools/shared/named-record.ts';
import type { DataContext } from '../tools/tool.ts';
import { kindOf } from './called.ts';

type Data = Pick<DataContext, 'catalogue'>;

/** More are no help to who chooses. */
const MOST_NAMES = 60;

/** The values that an argument of a tool may have, of those that begin as what is typed; in a list behind the last comma. */
export async function offeredValues(
  service: Service,
  { tool, argument, typed }: { readonly tool: string; readonly argument: string; readonly typed: string },
): Promise<readonly string[]> {
  const cut = typed.lastIndexOf(',') + 1;
  const [before, last] = [typed.slice(0, cut), typed.slice(cut)];
  const values = await service.using((data) => valuesOf(data, kindOf(tool), argument, last));
  return values.filter((value) => value.startsWith(last.toLowerCase())).map((value) => before + value);
}

/** Ids and names of records, as they are written in one word. */
export async function offeredNames(
  service: Service,
  typed: string,
  kinds: readonly Kind[] = thingKinds,
): Promise<readonly string[]> {
  return service.using((data) => kinds.flatMap((kind) => namesIn(data, kind, typed)));
}

function valuesOf(data: Data, kind: Kind | undefined, argument: string, typed: string): readonly string[] {
  switch (argument) {
    case 'ids':
    case 'related_to':
      return (kind === undefined ? thingKinds : [kind]).flatMap((each) => namesIn(data, each, typed));
    case 'robot':
      return namesIn(data, 'robots', typed);
    case 'robot_category':
      return robotCategories();
    case 'features':
      return typed.startsWith('no-') ? featureWords.map((word) => `no-${word}`) : featureWords;
    default:
      return kind === undefined ? [] : wordsOf(data, kind, argument, typed);
  }
}

/** The categories of robots. */
export function robotCategories(): readonly string[] {
  return vocabularies.robot_category.terms.map(({ id }) => id);
}

/** The words that records have in a field. */
function wordsOf({ catalogue }: Data, kind: Kind, field: string, typed: string): readonly string[] {
  const fields = kindIndexes[kind].fields as Fields<never>;
  const { type, ask } = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? {};
  if (ask?.as === 'words' && ask.reads === 'name') return namesIn({ catalogue }, 'manufacturers', typed);
  return type === 'words' ? catalogue.store(kind).words(field).dictionary.map(asOneWord) : [];
}

/** Each record that is called so by its id, or else by the name that begins as what is typed. */
function namesIn({ catalogue }: Data, kind: Kind, typed: string): string[] {
  const start = asOneWord(typed);
  if (start === '') return [];
  const store = catalogue.store(kind);
  return [...new Set(store.idsBeginning(start, MOST_NAMES))].flatMap((id) => {
    if (id.startsWith(start)) return [id];
    const row = store.indexOf(id);
    const names = row === undefined ? [] : kindIndexes[kind].keys(store.record(row) as never).map(asOneWord);
    return names
      .filter((name) => name.startsWith(start))
      .sort((a, b) => a.length - b.length)
      .slice(0, 1);
  });
}

/** A name as it is written in a shell without quotes: hyphens mean no other than blanks. */
function asOneWord(text: string): string {
  return text === text.toLowerCase() && !/\s/.test(text) ? text : words(fold(text)).join('-');
}
