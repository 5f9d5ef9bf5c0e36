import { beforeAll, beforeEach, expect, it } from 'vitest';
import { keepInMemory } from '../../src/contributions/open.ts';
import type { StoredContributions } from '../../src/contributions/stored-contributions.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openSmall } from '../helpers/catalogue.ts';

const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'The mass is wrong.' } as const;

let catalogue: Catalogue;
let contributions: StoredContributions;
beforeAll(async () => {
  catalogue = await openSmall();
});
beforeEach(() => {
  contributions = keepInMemory(catalogue);
});

it('lets every form of a paper wait for arXiv as one submission, and an address for a person', async () => {
  const forms = [
    { arxiv_id: '2611.02117v3' },
    { arxiv_id: '10.48550/arXiv.2611.02117' },
    { url: 'https://arxiv.org/pdf/2611.02117.pdf', note: 'worth reading' },
  ];
  const receipts = await Promise.all(forms.map((form) => contributions.submitPublication(form, 'ana')));
  const ticket = expect.stringMatching(/^sub-[0-9a-f]{12}$/);
  expect(receipts[0]).toEqual({ status: 'pending', ticket });
  expect(receipts[1]).toEqual(receipts[0]);
  expect(receipts[2]).toEqual(receipts[0]);
  const page = await contributions.submitPublication({ url: 'https://example.org/paper' }, 'ana');
  expect(page.status).toBe('in_review');
});

it.each([
  { ...report, field: 'specs' },
  { ...report, problem: 'The price is wrong.' },
  { ...report, resource_id: 'unitree-go2' },
  { ...report, resource_type: 'manufacturers' as const },
])('keeps a report of another thing apart', async (other) => {
  const first = await contributions.reportError(report, 'ana');
  const second = await contributions.reportError(other, 'ana');
  expect(second.joined).toBe(false);
  expect(second.ticket).not.toBe(first.ticket);
});

it('changes no answer of a search, keeps nothing for good, and gives the same ticket after a restart', async () => {
  const { ticket } = await contributions.reportError(report, 'ana');
  await contributions.submitPublication({ arxiv_id: '2611.02117' }, 'ana');
  expect(contributions.count).toBe(0);
  expect(contributions.durable).toBe(false);
  expect(await keepInMemory(catalogue).reportError(report, 'ana')).toEqual({
    ticket,
    status: 'queued',
    joined: false,
  });
});

it('refuses the contribution after the thousandth, but still knows the others', async () => {
  for (let i = 0; i < 500; i++) {
    await contributions.submitPublication({ url: `https://example.org/${i}` }, `caller ${i % 10}`);
    await contributions.reportError({ ...report, problem: `Fault ${i}` }, `caller ${i % 10}`);
  }
  const refused = contributions.submitPublication({ url: 'https://example.org/one-more' }, 'ana');
  await expect(refused).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  await expect(contributions.reportError(report, 'ana')).rejects.toThrow('Try again');
  expect((await contributions.reportError({ ...report, problem: 'Fault 7' }, 'ana')).joined).toBe(true);
});
