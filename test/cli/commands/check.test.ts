import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run, runHere } from '../../helpers/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'robotics-mcp-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { ROBOTICS_MCP_DATA_DIR: folder };

function fileWith(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const right =
  "@article{right, title={ORB-SLAM: A Versatile and Accurate Monocular SLAM System}, author={Mur-Artal, Ra{\\'u}l and others}, year={2015}}";
const wrong = right.replace('right', 'wrong').replace('2015', '2013');
const unknown =
  '@inproceedings{unknown, title={A Theory of All That Moves}, author={Doe, Jane}, year={2024}, booktitle={ICRA}}';

it('says of each entry what the data hold, and how much they hold of what was not found', async () => {
  const file = fileWith('refs.bib', [right, wrong, unknown].join('\n'));
  const { code, stdout, stderr } = await runHere(['check', file], env);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('verified  right  doi-10-1109-tro-2015-2463671');
  expect(stdout).toContain('corrected  wrong  doi-10-1109-tro-2015-2463671\n  year: 2013 → 2015');
  expect(stdout).toContain('not in these data  unknown\n');
  expect(stdout).toContain('3 entries: 1 verified, 1 corrected, 1 not in these data.');
  expect(stdout).toMatch(/Of ICRA 2024 the data hold \d+ of 1,760 papers\./);
  expect(stdout).not.toMatch(/fabricat|invent|fake/i);
});

it('tells programs the same', async () => {
  const file = fileWith('json.bib', [right, wrong].join('\n'));
  const { stdout } = await runHere(['check', file, '--json'], env);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: { entries: 2, verified: 1, corrected: 1, not_in_these_data: 0 },
    entries: [
      { key: 'right', status: 'verified', id: 'doi-10-1109-tro-2015-2463671' },
      { key: 'wrong', status: 'corrected', differences: [{ part: 'year', written: '2013', held: '2015' }] },
    ],
  });
});

it('mends the file that it was given, and nothing where nothing differs', async () => {
  const file = fileWith('mend.bib', `% mine\n${wrong}\n`);
  expect((await runHere(['check', file, '--fix'], env)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(`% mine\n${wrong.replace('{2013}', '{2015}')}\n`);
  expect((await runHere(['check', file], env)).code).toBe(0);
});

it('keeps Latin-1 as it is', async () => {
  const text = `% Käse\n${wrong}\n`;
  const file = fileWith('latin.bib', Buffer.from(text, 'latin1'));
  await runHere(['check', file, '--fix'], env);
  expect(readFileSync(file).toString('latin1')).toBe(text.replace('{2013}', '{2015}'));
});

it('takes DOIs and titles from standard input', async () => {
  const input = '10.1109/TRO.2015.2463671\nA title that nobody wrote\n机器人学\n';
  const { code, stdout } = await run(['check'], { env, input });
  expect(code).toBe(0);
  expect(stdout).toContain('3 entries: 1 verified, 0 corrected, 2 not in these data.');
});

it('prints the mended list where there is no file', async () => {
  const { stdout, stderr } = await run(['check', '--fix'], { env, input: wrong });
  expect(stdout).toBe(wrong.replace('{2013}', '{2015}'));
  expect(stderr).toContain('1 entry: 0 verified, 1 corrected');
});

it.each([
  ['no file', ['check', 'nowhere.bib'], /nowhere\.bib cannot be read: ENOENT/],
  ['a folder', ['check', folder], /cannot be read: EISDIR/],
])('refuses %s', async (_, args, message) => {
  const { code, stderr } = await run(args, { env });
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

it('refuses JSON that is none', async () => {
  const { code, stderr } = await run(['check', fileWith('bad.json', '[{')], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('This is no JSON')]);
});

it('reads a list of nothing', async () => {
  const { code, stdout } = await runHere(['check', fileWith('empty.bib', '')], env);
  expect([code, stdout]).toEqual([0, expect.stringContaining('0 entries')]);
});
