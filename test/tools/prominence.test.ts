import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { fullCatalogue } from '../helpers/full-tools.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

const line = z.strictObject({
  kind: z.enum(['robots', 'manufacturers']),
  query: z.string(),
  among_first_ten: z.array(z.string()).min(1),
});

/** What anybody would expect who asks for a kind of thing, written before any answer was looked at. */
const expected = readFileSync(new URL('prominence.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((text) => line.parse(JSON.parse(text)));

/** So many of the queries have all that is expected: raise it with the ranking. */
const MET = 31;

describe('a query that only names a kind of thing', () => {
  let catalogue: Catalogue;
  let tools: Tools;
  beforeAll(async () => {
    catalogue = await fullCatalogue();
    tools = toolsOver(catalogue);
  });

  const isMet = async ({ kind, query, among_first_ten }: (typeof expected)[number]) => {
    const tool = kind === 'robots' ? 'search_robots' : 'search_manufacturers';
    const { ids } = await tools.ask(tool, { query, limit: 10 });
    return among_first_ten.every((id) => ids.includes(id));
  };

  it('opens with what many know and can have', async () => {
    const met = await Promise.all(expected.map(isMet));
    expect(met.filter(Boolean).length, `of ${expected.length}`).toBeGreaterThanOrEqual(MET);
  });
});
