import type { Kind, KindIndex, RecordOf } from '../../kinds/kinds.ts';

/** Of a record what it is called, which counts twice, and what else is said of it. */
export function meaningTexts<K extends Kind>(
  index: KindIndex<K>,
  record: RecordOf<K>,
): { readonly title: string; readonly rest: string } {
  const [title, ...others] = index.text.filter(({ verbatim }) => verbatim !== true);
  return {
    title: title?.of(record) ?? '',
    rest: others.map((field) => field.of(record)).join(' '),
  };
}
