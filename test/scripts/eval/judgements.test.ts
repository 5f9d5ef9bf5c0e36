import { expect, it } from 'vitest';
import { findCallFaults, findFaults, type IdsByKind } from '../../../scripts/eval/faults.ts';
import { type FirstCall, firstCall, firstCallGroups } from '../../../scripts/eval/first-call.ts';
import {
  firstCallsDir,
  formsOf,
  type Judgement,
  judgement,
  judgementKinds,
  judgementsDir,
  parseLines,
  readSet,
  setNames,
} from '../../../scripts/eval/judgement.ts';
import { readKindLines } from '../../../src/data/dataset/files.ts';
import { kinds } from '../../../src/kinds/kinds.ts';

const spot: Judgement = {
  id: 'spot',
  kind: 'known-item',
  tool: 'search_robots',
  args: { query: 'Spot' },
  relevant: { 'boston-dynamics-spot': 3 },
};
const line = (change: object) => JSON.stringify({ ...spot, ...change });

it('finds no fault in any set of judgements', () => {
  const sets = setNames(judgementsDir).map((name) => ({
    name,
    questions: readSet(judgementsDir, name, judgement),
  }));
  expect(findFaults(sets, datasetIds())).toEqual([]);
});

it('finds no fault in any set of first calls, and every group in one of them', () => {
  const sets = setNames(firstCallsDir).map((name) => ({
    name,
    questions: readSet(firstCallsDir, name, firstCall),
  }));
  expect(findCallFaults(sets, datasetIds())).toEqual([]);
  const groups = sets.flatMap(({ questions }) => questions.map(({ group }) => group));
  expect(new Set(groups)).toEqual(new Set(firstCallGroups));
});

it('has every kind of query in the set for tuning', () => {
  const judgements = readSet(judgementsDir, 'tuning', judgement);
  expect(judgements.length).toBeGreaterThanOrEqual(80);
  expect(new Set(judgements.map(({ kind }) => kind))).toEqual(new Set(judgementKinds));
});

it('reads lines and names the one with a fault', () => {
  expect(parseLines(judgement, `${line({})}\n\n`, 'a.jsonl')).toEqual([spot]);
  expect(() => parseLines(judgement, `${line({})}\n{`, 'a.jsonl')).toThrow('a.jsonl:2: not JSON');
  for (const change of [
    { kind: 'other' },
    { relevant: { spot: 4 } },
    { relevant: { spot: 2 } },
    { relevant: {} },
    { kind: 'empty' },
    { extra: 1 },
    { relevant: { 'boston-dynamics-spot': 3, digit: 0 } },
  ]) {
    expect(() => parseLines(judgement, line(change), 'a.jsonl'), JSON.stringify(change)).toThrow(
      'a.jsonl:1: ',
    );
  }
});

it('finds unknown tools, arguments and records, and doubles', () => {
  const none = new Set<string>();
  const ids = {
    ...Object.fromEntries(kinds.map((kind) => [kind, none])),
    robots: new Set(['spot']),
  } as unknown as IdsByKind;
  const relevant = { spot: 3 } as const;
  const faultsOf = (...changes: Partial<Judgement>[]) => {
    const judgements = changes.map((change) => ({ ...spot, relevant, ...change }));
    return findFaults([{ name: 'a', questions: judgements }], ids);
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ tool: 'search_toys' })).toEqual(['a spot: there is no search search_toys']);
  expect(faultsOf({ tool: 'report_error' })).toEqual(['a spot: there is no search report_error']);
  expect(faultsOf({ relevant: { digit: 3 } })).toEqual(['a spot: robots has no digit']);
  expect(faultsOf({ args: { qery: 'Spot' } })).toEqual([expect.stringContaining('qery')]);
  expect(faultsOf({ args: { query: 'Spot', limit: 5 } })).toHaveLength(1);
  expect(faultsOf({}, { id: 'again' })).toEqual(['a again: the same as a spot']);
  expect(faultsOf({ forms: [{ query: 'Digit', sortt: 'name' }] })).toEqual([
    expect.stringContaining('sortt'),
  ]);
  expect(faultsOf({ forms: [{ query: 'spot' }] })).toEqual(['a spot: the same as a spot']);
  expect(faultsOf({}, { args: { query: 'Digit' } })).toEqual(['a spot: the same as a spot']);
});

it('finds unknown tools and records of first calls, but leaves their arguments alone', () => {
  const none = new Set<string>();
  const ids = {
    ...Object.fromEntries(kinds.map((kind) => [kind, none])),
    robots: new Set(['spot']),
  } as unknown as IdsByKind;
  const tool = 'search_robots';
  const faultsOf = (...changes: Partial<FirstCall>[]) => {
    const questions = changes.map((change) =>
      firstCall.parse({
        id: 'spot',
        group: 'audit',
        question: 'What is Spot?',
        enough: { top: { ids: ['spot'], within: 1 } },
        calls: [{ tool, args: { query: 'Spot', sort: 'speed_desc' } }],
        ...change,
      }),
    );
    return findCallFaults([{ name: 'a', questions }], ids);
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ enough: { only: ['digit'] } })).toEqual(['a spot: robots has no digit']);
  expect(faultsOf({ enough: { facts: { digit: [['1']] } } })).toEqual(['a spot: robots has no digit']);
  expect(faultsOf({ calls: [{ tool, args: {}, enough: { absent: ['atlas'] } }] })).toEqual([
    'a spot: robots has no atlas',
  ]);
  expect(faultsOf({ calls: [{ tool: 'search_toys', args: {} }] })).toEqual([
    'a spot: there is no search search_toys',
  ]);
  expect(faultsOf({}, { id: 'again' })).toEqual(['a again: the same as a spot']);
  const enough = { top: { ids: ['spot'], within: 1, at_least: 2 } };
  expect(() => faultsOf({ enough })).toThrow('at_least asks for more than ids');
  expect(() => faultsOf({ enough: {} })).toThrow('it says nothing');
});

it('takes a question by its forms', () => {
  const forms = formsOf({ ...spot, forms: [{ topic: 'spot' }] });
  expect(forms).toEqual([spot, { ...spot, args: { topic: 'spot' } }]);
});

function datasetIds(): IdsByKind {
  return Object.fromEntries(
    kinds.map((kind) => {
      const lines = readKindLines('dataset', kind);
      return [kind, new Set(lines.map((text) => (JSON.parse(text) as { id: string }).id))];
    }),
  ) as unknown as IdsByKind;
}
