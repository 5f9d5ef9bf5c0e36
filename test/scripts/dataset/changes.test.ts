import { describe, expect, it } from 'vitest';
import { mergeChanges, readChanges } from '../../../scripts/dataset/changes.ts';

const lines = ['{"id":"a","specs":{"dof":6,"mass_kg":3},"sources":[{"url":"https://a.org/1","title":"A"}]}'];
const apply = (...changes: object[]) =>
  mergeChanges(lines, readChanges(changes.map((change) => JSON.stringify(change)).join('\n'), 'c.jsonl'));

describe('changes to the dataset', () => {
  it('merges a patch into a record, takes away what is null and adds sources once', () => {
    const sources = [
      { url: 'https://a.org/1', title: 'A again', date: '2026-08' },
      { url: 'https://a.org/2', title: 'B' },
    ];
    const { merged, problems } = apply({
      kind: 'robots',
      id: 'a',
      patch: { specs: { dof: 7, mass_kg: null } },
      sources,
      evidence: { 'specs.dof': { quote: 'an arm with 7 joints', url: 'https://a.org/2' } },
    });
    expect(problems).toEqual([]);
    expect(merged.get('a')).toEqual({
      id: 'a',
      specs: { dof: 7 },
      sources: [
        { url: 'https://a.org/1', title: 'A', date: '2026-08' },
        { url: 'https://a.org/2', title: 'B' },
      ],
    });
  });

  it('adds and drops whole records', () => {
    const { merged, summary } = apply(
      { kind: 'robots', record: { id: 'b' } },
      { kind: 'robots', id: 'a', drop: 'its only source is gone' },
    );
    expect([...merged.keys()]).toEqual(['b']);
    expect(summary).toBe('1 added, 0 changed, 1 dropped');
  });

  it('names what cannot be applied', () => {
    expect(apply({ kind: 'robots', record: { id: 'a' } }).problems).toEqual(['robots a exists: patch it']);
    expect(apply({ kind: 'robots', id: 'c', patch: {} }).problems).toEqual(['robots has no c']);
    expect(() => readChanges('{"kind":"robots","id":"a","drop":""}', 'c.jsonl')).toThrow('c.jsonl:1');
  });
});
