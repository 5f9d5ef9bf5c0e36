import { describe, expect, it } from 'vitest';
import { argumentSchemas } from '../../src/kinds/arguments.ts';
import type { Field, Reads } from '../../src/kinds/definition.ts';
import { kindIndexes, kinds } from '../../src/kinds/kinds.ts';
import { type VocabularyName, vocabularies } from '../../src/kinds/vocabularies/vocabulary.ts';
import { smallRecords } from '../helpers/catalogue.ts';

const isVocabulary = (reads: Reads | undefined): reads is VocabularyName =>
  reads !== undefined && Object.hasOwn(vocabularies, reads);

describe.each(kinds)('the definition of %s', (kind) => {
  const { columns, fields, sorts, text } = kindIndexes[kind];
  const records = smallRecords[kind] as readonly never[];

  it('sorts and counts by columns that there are', () => {
    const sorted = Object.values(sorts).flatMap((sort) => ('column' in sort ? [sort.column] : []));
    const counted = Object.keys(fields).filter((name) => fields[name]?.facet !== undefined);
    expect([...sorted, ...counted].filter((name) => columns[name] === undefined)).toEqual([]);
  });

  it('asks by a vocabulary that has every value of the column', () => {
    for (const [name, { ask }] of Object.entries<Field<never>>(fields)) {
      if (ask?.as !== 'words' || !isVocabulary(ask.reads)) continue;
      const known = vocabularies[ask.reads].terms.map(({ id }) => id);
      expect(known).toEqual(expect.arrayContaining(records.flatMap((one) => columns[name]?.of(one) ?? [])));
    }
  });

  it('describes every argument to a model', () => {
    const described = Object.values(argumentSchemas(fields)).map(({ description = '' }) => description);
    expect(described.filter((text) => text.length < 5)).toEqual([]);
  });

  it('finds words of every record in a text field', () => {
    const empty = records.filter((one) => text.every((field) => field.of(one).trim() === ''));
    expect(empty).toEqual([]);
  });
});
