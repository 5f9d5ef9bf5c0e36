import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/contributions/open.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { runHere } from '../../helpers/program.ts';

let place: ReturnType<typeof temporaryDirectory>;
const tickets = ['rep-000000000001', 'rep-000000000002'];
const review = (...args: string[]) => runHere(['review', ...args, '--data-dir', place.path]);

beforeEach(async () => {
  place = temporaryDirectory();
  const store = openStore(place.path);
  for (const [i, ticket] of tickets.entries()) {
    const report = {
      resource_type: 'robots',
      resource_id: 'unitree-g1',
      field: 'specs.payload_kg',
      problem: `The value is wrong, for the ${i + 1}. time`,
    } as const;
    await store.append([{ type: 'reported', ticket, report }]);
  }
  await store.close();
});
afterEach(() => place.remove());

describe('review', () => {
  it('prints one document, of one ticket or of several', async () => {
    const one = await review('show', tickets[0] as string, '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({ ticket: tickets[0] });
    const both = await review('show', ...tickets, '--json');
    expect((JSON.parse(both.stdout) as { ticket: string }[]).map(({ ticket }) => ticket)).toEqual(tickets);
    const decided = await review('reject', ...tickets, '--by', 'somebody', '--json');
    expect(JSON.parse(decided.stdout)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  it('tells what it has decided where a later one is refused', async () => {
    const twice = [tickets[0], tickets[0]] as [string, string];
    const { code, stdout } = await review('reject', ...twice, '--by', 'somebody', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ticket: tickets[0], status: 'rejected' });
  });

  it.each([
    [['accept', '--value', '3', '--remove'], '--value and --remove exclude each other.'],
    [['accept', '--remove', '--without-change'], '--remove and --without-change exclude each other.'],
    [['reject', '--value', '3'], '--value is for accept, not for reject.'],
    [['accept', '--into', 'rep-000000000002'], '--into is for merge, not for accept.'],
  ])('refuses %j, and decides nothing', async ([action = '', ...options], said) => {
    const { code, stderr } = await review(action, tickets[0] as string, ...options);
    expect([code, stderr]).toEqual([2, `robotics-mcp: ${said}\n`]);
    const { stdout } = await review('list', '--json');
    expect(JSON.parse(stdout)).toHaveLength(2);
  });

  it.each([
    ['--kind', 'robot', /--kind is one of robots, publications/],
    ['--since', '2026-02-31', /--since "2026-02-31" is no date that exists. Write a day such as/],
    ['--since', '5', /--since "5" is no date that can be read/],
    ['--since', '03/04/2026', /may be 3 April 2026 or 4 March 2026. Write 2026-04-03 or 2026-03-04/],
  ])('list %s %s is refused', async (name, value, said) => {
    const { code, stderr } = await review('list', name, value);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });

  it('tells what it cannot read, and never that nothing waits without it', async () => {
    const folder = join(place.path, 'contributions');
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl'))) {
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
    }
    const { stderr } = await review('list');
    expect(stderr).toMatch(/contributions.* cannot be read, and what is in it is left out/);
  });
});
