import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renewReadme } from '../../scripts/readme/readme.ts';
import { recordSchemas } from '../../src/kinds/kinds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

describe('the README', () => {
  it('shows what the program prints, and the counts that are: otherwise run npm run docs:readme', async () => {
    expect(readme.match(/<!-- (counts|transcript) -->/g)).toHaveLength(2);
    expect(await renewReadme(readme)).toBe(readme);
  });

  it('runs a transcript anew, and lets everything else stand', async () => {
    const stale =
      'Before.\n<!-- transcript -->\n```console\n$ npx robotics-mcp --version\n0.0.0\n```\n<!-- end -->\nAfter.\n';
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(await renewReadme(stale)).toBe(stale.replace('0.0.0', version));
  });

  it('refuses a transcript whose command fails', async () => {
    const wrong =
      '<!-- transcript -->\n```console\n$ npx robotics-mcp call no_such_tool\n```\n<!-- end -->\n';
    await expect(renewReadme(wrong)).rejects.toThrow('exit code 2');
  });
});

it('the robot in CONTRIBUTING.md is one that the schema takes', () => {
  const [, json = ''] = /```json\n\s*(.*)\n\s*```/.exec(read('CONTRIBUTING.md')) ?? [];
  expect(recordSchemas.robots.parse(JSON.parse(json))).toMatchObject({ id: 'example-walker-2' });
});

describe('links to files of the repository', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  it.each(pages)('in %s lead somewhere', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
    for (const path of links) expect(existsSync(join(root, dirname(page), path)), path).toBe(true);
  });
});
