import type { Kind, KindIndex, RecordOf } from '../../kinds/kinds.ts';
import { foldedText, indexText, variantText } from '../../text/index-text.ts';
import type { Database, Statement } from '../sqlite.ts';

/** The name of a kind's full-text table. */
export function textTable(kind: Kind): string {
  return `${kind}_text`;
}

/** The fields of a kind's full-text table, in the order in which FTS4 numbers them. */
export function textFields(index: KindIndex): string[] {
  return [...index.text.map((field) => field.name), 'variants'];
}

/** DDL of a kind's full-text table. It stores the index alone: the text comes from the record. */
export function createTextTable(db: Database, index: KindIndex): void {
  const fields = textFields(index).join(', ');
  db.run(
    `CREATE VIRTUAL TABLE "${textTable(index.kind)}" USING fts4(content="", tokenize=simple, ${fields})`,
  );
}

/** A prepared INSERT that takes what `toTextRow` gives. */
export function prepareTextInsert(db: Database, index: KindIndex): Statement {
  const fields = textFields(index);
  const slots = ['?', ...fields.map(() => '?')].join(', ');
  return db.prepare(`INSERT INTO "${textTable(index.kind)}" (docid, ${fields.join(', ')}) VALUES (${slots})`);
}

/** The row number and the text of every field, folded. */
export function toTextRow<K extends Kind>(
  index: KindIndex<K>,
  record: RecordOf<K>,
  row: number,
): (string | number)[] {
  const texts = index.text.map((field) => field.of(record));
  const variants = index.text.map((field, i) => (field.variants ? variantText(texts[i] ?? '') : ''));
  const forms = index.text.map((field, i) => (field.verbatim ? foldedText : indexText)(texts[i] ?? ''));
  return [row, ...forms, variants.filter((text) => text !== '').join(' ')];
}
