import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryContributions } from '../../src/contributions/memory.ts';
import { StorageError } from '../../src/contributions/storage-error.ts';

const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'The mass is wrong.' } as const;

let contributions: MemoryContributions;
beforeEach(() => {
  contributions = new MemoryContributions();
});

describe('submitPublication', () => {
  it('waits for arXiv where there is an identifier, and for a person elsewhere', async () => {
    const paper = await contributions.submitPublication({ arxiv_id: '2401.02117' });
    const page = await contributions.submitPublication({ url: 'https://example.org/paper' });
    expect(paper).toEqual({ status: 'pending', ticket: expect.stringMatching(/^sub-[0-9a-f]{12}$/) });
    expect(page.status).toBe('in_review');
    expect(page.ticket).not.toBe(paper.ticket);
  });

  it('takes every form of the same paper for one submission', async () => {
    const forms = [
      { arxiv_id: '2401.02117v3' },
      { arxiv_id: '10.48550/arXiv.2401.02117' },
      { url: 'https://arxiv.org/pdf/2401.02117.pdf', note: 'worth reading' },
    ];
    const tickets = await Promise.all(
      forms.map(async (form) => (await contributions.submitPublication(form)).ticket),
    );
    expect(new Set(tickets).size).toBe(1);
  });
});

describe('reportError', () => {
  it('joins a second report of the same thing to the first', async () => {
    const first = await contributions.reportError(report);
    const second = await contributions.reportError({ ...report, contact: 'someone@example.org' });
    expect(first).toEqual({ ticket: expect.stringMatching(/^rep-/), status: 'queued', joined: false });
    expect(second).toEqual({ ...first, joined: true });
  });

  it.each([
    { ...report, field: 'specs' },
    { ...report, problem: 'The price is wrong.' },
    { ...report, resource_id: 'unitree-go2' },
    { ...report, resource_type: 'manufacturers' as const },
  ])('keeps a report of another thing apart', async (other) => {
    const first = await contributions.reportError(report);
    const second = await contributions.reportError(other);
    expect(second.joined).toBe(false);
    expect(second.ticket).not.toBe(first.ticket);
  });

  it('gives the same ticket for the same report after a restart', async () => {
    const { ticket } = await contributions.reportError(report);
    expect((await new MemoryContributions().reportError(report)).ticket).toBe(ticket);
  });
});

describe('bounds', () => {
  it('refuses the contribution after the thousandth, but still knows the others', async () => {
    for (let i = 0; i < 500; i++) {
      await contributions.submitPublication({ url: `https://example.org/${i}` });
      await contributions.reportError({ ...report, problem: `Fault ${i}` });
    }
    const refused = contributions.submitPublication({ url: 'https://example.org/one-more' });
    await expect(refused).rejects.toBeInstanceOf(StorageError);
    await expect(contributions.reportError(report)).rejects.toThrow('Try again');
    const known = await contributions.reportError({ ...report, problem: 'Fault 7' });
    expect(known.joined).toBe(true);
  });

  it('changes no answer of a search, and says that it keeps nothing for good', async () => {
    await contributions.submitPublication({ arxiv_id: '2401.02117' });
    expect(contributions.count).toBe(0);
    expect(contributions.durable).toBe(false);
  });
});
