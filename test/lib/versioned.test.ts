import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DataError, isDataError, readVersioned } from '../../src/lib/data-error.ts';

const schema = z.object({ format: z.number(), name: z.string().max(9) });

const read = (text: string) =>
  readVersioned({ schema, format: 3, oldest: 2 }, text, ({ problem, format, detail }) => {
    return new DataError(problem, `${format} ${detail}`);
  });

describe('a document that states its format', () => {
  it('is read in the formats that are known', () => {
    expect(read('{"format":3,"name":"n"}')).toEqual({ format: 3, name: 'n' });
    expect(read('{"format":2,"name":"n"}')).toEqual({ format: 2, name: 'n' });
  });

  it.each([
    ['{', 'not_json', 'NaN '],
    ['{"format":4,"name":7}', 'newer_format', '4 '],
    ['{"format":1,"name":7}', 'older_format', '1 '],
    ['{"format":3,"name":7}', 'wrong_shape', '3 name: Invalid input: expected string, received number'],
    [
      '{"format":3,"name":{"length":{"toString":1}}}',
      'wrong_shape',
      '3 name: Invalid input: expected string, received object',
    ],
    ['[]', 'wrong_shape', 'NaN it: Invalid input: expected object, received array'],
  ])('is refused: %s', (text, code, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'DataError', code, message }));
  });

  it('is refused by an error that is known by its code', () => {
    const error = new DataError('newer_format', 'It is newer.');
    expect([isDataError(error), isDataError(error, 'newer_format', 'damaged')]).toEqual([true, true]);
    expect([isDataError(error, 'damaged'), isDataError(new Error('newer_format'))]).toEqual([false, false]);
  });
});
