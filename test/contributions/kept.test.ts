import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ContributionOptions,
  type OpenContributions,
  openContributions,
} from '../../src/contributions/open.ts';
import { findContribution, listContributions, ReviewActions } from '../../src/contributions/review.ts';
import type { Report, Submission } from '../../src/contributions/state.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { parseQuery } from '../../src/text/query.ts';
import { type FakeArxiv, send, startFakeArxiv } from '../arxiv/fake-arxiv.ts';
import { emptyFeed, successFeed } from '../arxiv/feeds.ts';
import { openSmall } from '../helpers/catalogue.ts';
import { temporaryDirectory } from './faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
let arxiv: FakeArxiv;
const problems: unknown[] = [];
const opened: OpenContributions[] = [];

beforeEach(async () => {
  place = temporaryDirectory();
  arxiv = await startFakeArxiv((response, id) =>
    send(response, successFeed({ id, title: 'Quokka Locomotion on Sand' })),
  );
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await arxiv.close();
  place.remove();
  expect(problems.splice(0)).toEqual([]);
});

interface Process extends OpenContributions {
  readonly catalogue: Catalogue;
}

/** As one process sees it: a catalogue of its own over the shared directory. */
async function start(options: Partial<ContributionOptions> = {}): Promise<Process> {
  const catalogue = await openSmall();
  const made = openContributions(catalogue, {
    directory: place.path,
    version: '1',
    arxivApi: arxiv.url,
    arxivIntervalMs: 0,
    onProblem: (error) => problems.push(error),
    ...options,
  });
  opened.push(made);
  return { ...made, catalogue };
}

const found = ({ catalogue, contributions }: Process, text: string): number => {
  contributions.refresh();
  return catalogue.store('publications').match(parseQuery(text)).rows.length;
};

/** How many events are kept. */
const countOf = ({ contributions }: Process): number => contributions.store.since().events.length;

const report = {
  resource_type: 'robots',
  resource_id: 'unitree-g1',
  field: 'specs.mass_kg',
  problem: 'It weighs more.',
  suggested_value: '36',
  evidence_url: 'https://www.unitree.com/g1',
} as const;

describe('a paper', () => {
  it('is published, and found by every process at once; a second time it is there already', async () => {
    const [one, other] = [await start(), await start()];
    const first = await one.contributions.submitPublication({ arxiv_id: 'arXiv:2611.01234v1' }, 'ana');
    expect(first).toMatchObject({ status: 'published', ticket: expect.stringMatching(/^sub-/) });
    expect(found(one, 'quokka')).toBe(1);
    expect(found(other, 'quokka')).toBe(1);
    expect(other.contributions.count).toBe(1);
    expect(other.catalogue.find('publications', '2611.01234')).toMatchObject({
      id: 'arxiv-2611-01234',
      topics: expect.arrayContaining(['legged-locomotion']),
    });
    const again = await other.contributions.submitPublication(
      { url: 'https://arxiv.org/pdf/2611.01234' },
      'ana',
    );
    expect(again).toMatchObject({ status: 'already_published', publication: { id: 'arxiv-2611-01234' } });
    expect(arxiv.asked).toHaveLength(1);
    const later = await start();
    expect(found(later, 'quokka')).toBe(1);
  });

  it('submitted several times at once is one', async () => {
    const one = await start();
    const forms = ['2611.01234', 'https://arxiv.org/abs/2611.01234', '10.48550/arXiv.2611.01234'];
    const receipts = await Promise.all(
      forms.map((arxiv_id) => one.contributions.submitPublication({ arxiv_id }, 'ana')),
    );
    expect(receipts.map(({ status }) => status).sort()).toEqual([
      'already_published',
      'already_published',
      'published',
    ]);
    expect(countOf(one)).toBe(1);
  });

  it('that arXiv does not know is refused, and nothing is kept', async () => {
    arxiv.answer((response) => send(response, emptyFeed));
    const one = await start();
    expect(await one.contributions.submitPublication({ arxiv_id: '2611.99999' }, 'ana')).toMatchObject({
      status: 'refused',
    });
    expect(countOf(one)).toBe(0);
  });

  it('waits while arXiv is away, and is published when it is back', async () => {
    arxiv.answer((response) => send(response, '', 500));
    const [one, other] = [await start(), await start()];
    const first = await one.contributions.submitPublication(
      { arxiv_id: '2611.01234', note: 'Please' },
      'ana',
    );
    expect(first).toEqual({ status: 'pending', ticket: expect.any(String) });
    expect(await one.contributions.submitPublication({ arxiv_id: '2611.01234' }, 'ana')).toEqual(first);
    other.contributions.refresh();
    expect(other.waiting()).toMatchObject({ pending: 1 });
    arxiv.answer((response, id) => send(response, successFeed({ id, title: 'Quokka Locomotion on Sand' })));
    await other.outgoing.run();
    expect(found(one, 'quokka')).toBe(1);
    expect(one.waiting()).toMatchObject({ pending: 0 });
  });

  it('that a process left behind is taken up by another, by itself', async () => {
    arxiv.answer((response) => send(response, '', 500));
    const one = await start();
    await one.contributions.submitPublication({ arxiv_id: '2611.01234' }, 'ana');
    await one.close();
    arxiv.answer((response, id) => send(response, successFeed({ id, title: 'Quokka Locomotion on Sand' })));
    const other = await start({ outgoingStartMs: 10 });
    other.outgoing.start();
    await expect.poll(() => found(other, 'quokka'), { timeout: 5000 }).toBe(1);
  });

  it('that arXiv denies later is rejected', async () => {
    arxiv.answer((response) => send(response, '', 500));
    const [one, other] = [await start(), await start()];
    await one.contributions.submitPublication({ arxiv_id: '2611.01234' }, 'ana');
    arxiv.answer((response) => send(response, emptyFeed));
    other.contributions.refresh();
    await other.outgoing.run();
    one.contributions.refresh();
    const [submission] = one.contributions.state.submissions.values();
    expect(submission).toMatchObject({
      status: 'rejected',
      decisions: [{ by: 'arXiv', decision: 'rejected' }],
    });
  });

  it('without an arXiv id waits for an operator, who says what it is', async () => {
    const one = await start();
    const address = { url: 'https://example.org/wombat.pdf#page=2', note: 'Seen at a workshop' };
    const first = await one.contributions.submitPublication(address, 'ana');
    expect(first.status).toBe('in_review');
    expect(
      await one.contributions.submitPublication({ url: 'https://EXAMPLE.org/wombat.pdf' }, 'ana'),
    ).toEqual(first);
    const desk = new ReviewActions(one.contributions, one.catalogue);
    const item = findContribution(
      one.contributions.state,
      'ticket' in first ? (first.ticket ?? '') : '',
    ) as Submission;
    await expect(desk.acceptPaper(item, { by: 'ana' }, { title: 'Wombat' })).rejects.toThrow(
      'needs title, authors',
    );
    const facts = { title: 'Wombat Burrowing Robots', authors: ['Mo Salah'], published: '2026-05' };
    const paper = await desk.acceptPaper(item, { by: 'ana', why: 'read it' }, facts);
    expect(paper.id).toMatch(/^paper-[0-9a-f]{12}$/);
    expect(found(one, 'wombat')).toBe(1);
    expect(await one.contributions.submitPublication(address, 'ana')).toMatchObject({
      status: 'already_published',
    });
  });
});

describe('a report', () => {
  it('is kept once, also when both processes are told of it', async () => {
    const [one, other] = [await start(), await start()];
    const first = await one.contributions.reportError(report, 'ana');
    expect(first).toEqual({ ticket: expect.stringMatching(/^rep-/), status: 'queued', joined: false });
    const second = await other.contributions.reportError({ ...report }, 'ana');
    expect(second).toEqual({ ...first, joined: true });
    expect(countOf(other)).toBe(1);
    const third = await other.contributions.reportError(
      {
        ...report,
        problem: 'It WEIGHS more',
        contact: 'a@example.org',
      },
      'ana',
    );
    expect(third.ticket).toBe(first.ticket);
    one.contributions.refresh();
    expect([...one.contributions.state.reports.values()]).toMatchObject([
      { joined: [{ contact: 'a@example.org' }] },
    ]);
  });

  it('that is accepted changes the record for every process, and names itself as the source', async () => {
    const [one, other] = [await start(), await start()];
    const { ticket } = await one.contributions.reportError(report, 'ana');
    const desk = new ReviewActions(other.contributions, other.catalogue);
    other.contributions.refresh();
    await desk.acceptReport(
      other.contributions.state.find(ticket) as Report,
      { by: 'ana', why: 'data sheet' },
      {},
    );
    one.contributions.refresh();
    for (const { catalogue } of [one, other, await start()]) {
      const robot = catalogue.find('robots', 'unitree-g1');
      expect(robot?.specs.mass_kg).toBe(36);
      expect(robot?.sources.at(-1)).toEqual({
        url: report.evidence_url,
        title: expect.stringMatching(
          new RegExp(`^Changed by review on .*: specs.mass_kg, report ${ticket}$`),
        ),
      });
    }
    expect(one.contributions.state.find(ticket)).toMatchObject({
      status: 'accepted',
      decisions: [{ by: 'ana', why: 'data sheet', at: expect.any(Number) }],
    });
    const item = one.contributions.state.find(ticket) as Report;
    await expect(desk.reject(item, { by: 'bob' })).rejects.toThrow('accepted already by ana');
  });

  it('of which two operators decide at once has one decision, the same for all', async () => {
    const [one, other] = [await start(), await start()];
    const { ticket } = await one.contributions.reportError(report, 'ana');
    other.contributions.refresh();
    const decide = (at: Process, by: string) =>
      new ReviewActions(at.contributions, at.catalogue).acceptReport(
        at.contributions.state.find(ticket) as Report,
        { by },
        { value: by === 'ana' ? '40' : '50' },
      );
    await Promise.allSettled([decide(one, 'ana'), decide(other, 'bob')]);
    const masses = [one, other, await start()].map(({ catalogue, contributions }) => {
      contributions.refresh();
      return catalogue.find('robots', 'unitree-g1')?.specs.mass_kg;
    });
    expect(new Set(masses).size).toBe(1);
    expect(one.contributions.count).toBe(1);
  });

  it('can be merged, and is decided with the other', async () => {
    const one = await start();
    const a = await one.contributions.reportError(report, 'ana');
    const b = await one.contributions.reportError({ ...report, problem: 'The mass is off' }, 'ana');
    const { state } = one.contributions;
    const desk = new ReviewActions(one.contributions, one.catalogue);
    await expect(
      desk.merge(state.find(a.ticket) as Report, state.find(a.ticket) as Report, { by: 'ana' }),
    ).rejects.toThrow('itself');
    await desk.merge(state.find(b.ticket) as Report, state.find(a.ticket) as Report, { by: 'ana' });
    expect(
      await one.contributions.reportError({ ...report, problem: 'The mass is off' }, 'ana'),
    ).toMatchObject({
      ticket: a.ticket,
      joined: true,
    });
    expect(listContributions(state, { status: 'open' })).toHaveLength(1);
    expect(listContributions(state, { status: 'merged', kind: 'robots' })).toHaveLength(1);
  });

  it.each([
    [{ field: 'status' }, 'Discontinued', 'discontinued'],
    [{ field: 'specs.mass_kg' }, '36.5', 36.5],
    [{ field: 'tags' }, 'bipedal, ros2', ['bipedal', 'ros2']],
    [{ field: 'released' }, '2024-05', '2024-05'],
  ])('reads the value that %j takes', async (target, suggested_value, value) => {
    const one = await start();
    const { ticket } = await one.contributions.reportError({ ...report, ...target, suggested_value }, 'ana');
    const desk = new ReviewActions(one.contributions, one.catalogue);
    const change = await desk.acceptReport(one.contributions.state.find(ticket) as Report, { by: 'ana' }, {});
    expect(change?.value).toEqual(value);
  });

  it.each([
    [{ field: 'specs.mass_kg', suggested_value: 'heavy' }, {}, 'cannot stand in'],
    [{ field: 'id', suggested_value: 'x' }, {}, 'cannot be changed'],
    [{ field: 'specs.mass_kg', suggested_value: undefined }, {}, '--value'],
    [{ field: undefined }, {}, '--field'],
    [{ field: 'category' }, { remove: true }, undefined],
  ])('%j cannot be accepted as it is', async (target, correction, message) => {
    const one = await start();
    const { field: _field, suggested_value: _value, ...rest } = report;
    const given = Object.fromEntries(
      Object.entries({ ...report, ...target }).filter(([, value]) => value !== undefined),
    );
    const { ticket } = await one.contributions.reportError({ ...rest, ...given }, 'ana');
    const desk = new ReviewActions(one.contributions, one.catalogue);
    const accepted = desk.acceptReport(
      one.contributions.state.find(ticket) as Report,
      { by: 'ana' },
      correction,
    );
    if (message !== undefined) await expect(accepted).rejects.toThrow(message);
    else await accepted;
    // What the record cannot be without stays.
    expect(one.catalogue.find('robots', 'unitree-g1')).toMatchObject({
      category: 'humanoid',
      specs: { mass_kg: 35 },
    });
  });
});

describe('bounds and faults', () => {
  it('refuses what passes the bound of what may wait, but knows what is there', async () => {
    const one = await start({ maxPending: 3 });
    const numbers = [1, 2, 3, 4, 5];
    const results = await Promise.allSettled(
      numbers.map((n) => one.contributions.reportError({ ...report, problem: `Number ${n}` }, `caller ${n}`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(
      one.contributions.reportError({ ...report, problem: 'Number 6' }, 'ana'),
    ).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect(await one.contributions.reportError({ ...report, problem: 'Number 1' }, 'ana')).toMatchObject({
      joined: true,
    });
    expect(await one.contributions.submitPublication({ arxiv_id: '2611.01234' }, 'ana')).toMatchObject({
      status: 'published',
    });
  });

  it.runIf(process.platform === 'linux')('gives up where the system denies every directory', async () => {
    const one = await start({ directory: '/proc/robotics-mcp/data' });
    await expect(one.contributions.reportError(report, 'ana')).rejects.toMatchObject({ code: 'READ_ONLY' });
  });

  it('says that a directory cannot be written, while reading goes on', async () => {
    rmSync(dirname(place.path), { recursive: true, force: true });
    writeFileSync(dirname(place.path), 'a file, no directory');
    const one = await start();
    await expect(one.contributions.reportError(report, 'ana')).rejects.toMatchObject({ code: 'READ_ONLY' });
    await expect(
      one.contributions.submitPublication({ arxiv_id: '2611.01234' }, 'ana'),
    ).rejects.toMatchObject({
      code: 'READ_ONLY',
    });
    expect(one.catalogue.find('robots', 'unitree-g1')).toBeDefined();
    expect(found(one, 'quokka')).toBe(0);
  });
});
