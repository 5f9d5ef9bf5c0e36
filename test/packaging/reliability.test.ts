import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writePage } from '../../scripts/reliability/page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the page of promises is current: otherwise run npm run docs:reliability', async () => {
  const page = await readFile(`${root}docs/reliability.md`, 'utf8');
  expect(page).toBe(writePage(root));
});
