import { describe, expect, it } from 'vitest';
import { fullTools } from '../helpers/full-tools.ts';

const { tools } = await fullTools();
const ask = (args: object) => tools.ask('search_robots', { ...args });

describe('a robot that nobody has shown on sale for two years', () => {
  it('is neither available nor not, and says when it was seen', async () => {
    const { results, text } = await ask({ ids: ['roomba-j7'] });
    expect(results).toMatchObject([{ status: 'unknown', status_as_of: '2023-04' }]);
    expect(text).toContain('unknown, last seen on sale 2023-04');
  });

  it('and of what is gone no page with another date says since when', async () => {
    const { text } = await ask({ ids: ['nuro-r2'] });
    expect(text).toMatch(/^status: discontinued$/m);
  });

  it('is counted apart where what is on sale is asked for', async () => {
    const { ids, structured } = await ask({ query: 'roomba', status: 'available', limit: 50 });
    expect(ids).toContain('roomba-205-combo');
    expect(ids).not.toContain('roomba-j7');
    expect(structured.excluded_unknown_status).toBeGreaterThan(5);
  });
});
