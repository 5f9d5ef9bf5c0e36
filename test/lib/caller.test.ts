import { expect, it } from 'vitest';
import { ANYONE, callerOf, LOCAL_USER, NOBODY, STRANGER } from '../../src/lib/caller.ts';

it('lets who may write read', () => {
  expect([...callerOf('ana', true, ['write']).scopes].sort()).toEqual(['read', 'write']);
  expect([...callerOf('watch', true, ['operator']).scopes]).toEqual(['operator']);
});

it('gives callers with the same scopes the same rights, in whatever order they were given', () => {
  expect(callerOf('a', true, ['write', 'operator']).rights).toBe(
    callerOf('b', true, ['operator', 'read', 'write', 'write']).rights,
  );
});

it('tells apart who is known and who is not', () => {
  const all = [LOCAL_USER, ANYONE, STRANGER, NOBODY, callerOf('ana', true, ['read', 'write'])];
  expect(new Set(all.map(({ rights }) => rights)).size).toBe(all.length);
});
