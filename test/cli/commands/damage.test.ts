import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeLine } from '../../../src/contributions/journal/line.ts';
import { runHere } from '../../helpers/program.ts';

const home = mkdtempSync(join(tmpdir(), 'robotics-mcp-damage-'));
const env = { ROBOTICS_MCP_HOME: home };
const sentence = 'contributions/x.jsonl, line 2 is damaged and passed over: lost is an error report.';

beforeAll(() => {
  const [sound, lost] = [1, 2].map((n) => {
    const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: `Wrong ${n}` };
    const body = { type: 'reported', ticket: `rep-00000000000${n}`, report };
    return writeLine({ t: 1_790_000_000_000 + n, w: 'x', n, body });
  });
  mkdirSync(join(home, 'contributions'));
  writeFileSync(join(home, 'contributions', 'x.jsonl'), `${sound}${lost?.replace('Wrong', 'Wrung')}`);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('review list tells of a damaged record, and lists the others', async () => {
  const { code, stdout, stderr } = await runHere(['review', 'list'], env);
  expect([code, stdout]).toEqual([0, expect.stringContaining('rep-000000000001')]);
  expect(stderr).toContain(sentence);
});

it('doctor finds it wrong', async () => {
  const { code, stdout } = await runHere(['doctor', '--json'], env);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; says: string }[] };
  expect(code).toBe(1);
  expect(checks.filter(({ name }) => name === 'contributions')).toEqual([
    { name: 'contributions', state: 'wrong', says: expect.stringContaining(sentence) },
  ]);
});

it('info names it', async () => {
  const { stdout } = await runHere(['info'], env);
  expect(stdout).toContain(`Journal: ${sentence}`);
});
