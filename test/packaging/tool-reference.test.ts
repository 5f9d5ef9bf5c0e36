import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeType } from '../../scripts/tool-reference/describe-type.ts';
import { withoutAnswers, writeReference } from '../../scripts/tool-reference/reference.ts';

const FILE = fileURLToPath(new URL('../../docs/tools.md', import.meta.url));

describe('the reference of the tools', () => {
  it('is current: otherwise run npm run docs:tools', async () => {
    const [written, kept] = [await writeReference(), await readFile(FILE, 'utf8')];
    expect(withoutAnswers(kept)).toBe(withoutAnswers(written));
  });

  it('shows an answer for each tool', async () => {
    const kept = await readFile(FILE, 'utf8');
    const tools = kept.match(/^## /gm)?.length;
    expect(kept.match(/^```text\n\S/gm)).toHaveLength(tools ?? 0);
    expect(withoutAnswers(kept).match(/^```text\n```$/gm)).toHaveLength(tools ?? 0);
  });
});

describe('what an argument takes', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'boolean' }, 'true or false'],
    [{ type: 'integer', minimum: 1, maximum: 50 }, 'whole number, 1 to 50'],
    [{ type: 'number', minimum: 0 }, 'number, 0 or more'],
    [{ type: 'string', enum: ['a', 'b'] }, '`a`, `b`'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 10 }, 'list of text, at most 10'],
    [
      { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' }, c: { type: 'number' } } },
      'object of `a`, `c` (number); `b` (text)',
    ],
  ])('%j', (schema, words) => {
    expect(describeType(schema)).toBe(words);
  });
});
