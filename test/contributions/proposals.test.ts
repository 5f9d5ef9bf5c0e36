import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProposedRecord } from '../../src/contributions/contributions.ts';
import { type OpenContributions, openContributions } from '../../src/contributions/open.ts';
import { proposedId } from '../../src/contributions/proposals.ts';
import { findContribution, listContributions, ReviewActions } from '../../src/contributions/review.ts';
import type { Proposal } from '../../src/contributions/state.ts';
import { recordSchemas } from '../../src/kinds/kinds.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { parseQuery } from '../../src/text/query.ts';
import { openSmall, robotWith, smallRecords } from '../helpers/catalogue.ts';
import { temporaryDirectory } from './faulty-files.ts';

const today = '2026-11-21';
const maker = recordSchemas.manufacturers.parse({
  id: 'maker',
  name: 'Maker',
  country: 'US',
  kind: 'robot_maker',
  capabilities: ['robots'],
  description: 'A maker that stands in this test and makes whatever robots it needs.',
  confidence: 'primary',
  sources: [{ url: 'https://example.org/maker', title: 'Maker' }],
});
let place: ReturnType<typeof temporaryDirectory>;
const problems: unknown[] = [];
const opened: OpenContributions[] = [];

beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  place.remove();
  expect(problems.splice(0)).toEqual([]);
});

interface Process extends OpenContributions {
  readonly catalogue: Catalogue;
}

/** As one process sees it, with whatever robots its version of the data has beside the small ones. */
async function start(robots: ReturnType<typeof robotWith>[] = [], maxPending = 1000): Promise<Process> {
  const catalogue = await openSmall({
    ...smallRecords,
    manufacturers: [maker],
    robots: [...smallRecords.robots, ...robots].sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  const made = openContributions(catalogue, {
    directory: place.path,
    version: '1',
    maxPending,
    onProblem: (error) => problems.push(error),
  });
  opened.push(made);
  return { ...made, catalogue };
}

function quokka(facts: object = {}): ProposedRecord & { readonly kind: 'robots' } {
  return { kind: 'robots', record: robotWith({ id: 'maker-quokka', name: 'Quokka', ...facts }) };
}

function found({ catalogue, contributions }: Process, text: string): number {
  contributions.refresh();
  return catalogue.store('robots').match(parseQuery(text)).rows.length;
}

function proposalIn({ contributions }: Process, ticket: string): Proposal {
  contributions.refresh();
  const item = findContribution(contributions.state, ticket);
  if (item.type !== 'record') throw new Error(`${ticket} is no proposal.`);
  return item;
}

async function submit(process: Process, proposed: ProposedRecord = quokka(), by = 'key:ana', note?: string) {
  const receipt = await process.contributions.submitRecord({ proposed, by, note });
  return { ...receipt, ticket: receipt.ticket ?? '' };
}

it('waits for the operator, in no search before, and in every one after', async () => {
  const [one, other] = [await start(), await start()];
  const { ticket, status } = await submit(one);
  expect(status).toBe('in_review');
  expect([found(one, 'quokka'), found(other, 'quokka')]).toEqual([0, 0]);
  expect(other.waiting()).toMatchObject({ in_review: 1 });

  await new ReviewActions(other.contributions, other.catalogue).acceptRecord(
    proposalIn(other, ticket),
    { by: 'op' },
    {},
    today,
  );
  expect([found(one, 'quokka'), found(other, 'quokka'), found(await start(), 'quokka')]).toEqual([1, 1, 1]);
  expect(one.contributions.count).toBe(1);
  expect(one.waiting()).toMatchObject({ in_review: 0 });
  expect(await submit(one)).toMatchObject({ status: 'already_published', id: 'maker-quokka' });
});

it('joins what others propose, and shows the operator where they differ', async () => {
  const [one, other] = [await start(), await start()];
  const { ticket } = await submit(one, quokka(), 'key:ana', 'Seen at a fair.');
  const again = await submit(other, quokka({ specs: { mass_kg: 9 } }), 'key:bo');
  expect(again).toMatchObject({ ticket, joined: true });
  expect(await submit(one)).toMatchObject({ ticket, joined: true });
  const proposal = proposalIn(other, ticket);
  expect(proposal).toMatchObject({ by: ['key:ana', 'key:bo'], notes: ['Seen at a fair.'] });
  expect(proposal.versions).toHaveLength(2);
  expect(listContributions(one.contributions.state, { status: 'open', kind: 'robots' })).toHaveLength(1);
  expect(listContributions(one.contributions.state, { status: 'open', type: 'submission' })).toHaveLength(0);
});

it('does not grow with what is said again and again', async () => {
  const process = await start();
  const { ticket } = await submit(process);
  const masses = [...Array(40).keys()].map((mass) => mass + 1);
  const submitted = await Promise.allSettled(
    masses.map((mass) => submit(process, quokka({ specs: { mass_kg: mass } }))),
  );
  expect(submitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(proposalIn(process, ticket).versions).toHaveLength(6);
  // What is there already is joined as before, and nobody is refused for a name alone.
  expect(await submit(process)).toMatchObject({ ticket, joined: true });
});

it('can be rejected, and waits again when it is proposed again', async () => {
  const process = await start();
  const { ticket } = await submit(process);
  const desk = new ReviewActions(process.contributions, process.catalogue);
  await desk.reject(proposalIn(process, ticket), { by: 'op', why: 'No such robot.' });
  expect(proposalIn(process, ticket).status).toBe('rejected');
  expect(found(process, 'quokka')).toBe(0);
  expect(await submit(process)).toMatchObject({ ticket, status: 'in_review', joined: false });
  expect(process.waiting()).toMatchObject({ in_review: 1 });
});

it('can be accepted with other values, and only as a record of its kind', async () => {
  const process = await start();
  const { ticket } = await submit(process);
  const desk = new ReviewActions(process.contributions, process.catalogue);
  const accept = (fields: object) =>
    desk.acceptRecord(proposalIn(process, ticket), { by: 'op' }, fields, today);
  await expect(accept({ category: 'teapot' })).rejects.toThrow('category');
  await expect(accept({ released: '2030' })).rejects.toThrow('future');
  await expect(accept({ manufacturer: { id: 'nobody', name: 'Nobody', country: 'US' } })).rejects.toThrow(
    'not in the data',
  );
  const record = await accept({ specs: { mass_kg: 12 }, id: 'something-else' });
  expect(record).toMatchObject({ id: 'maker-quokka', specs: { mass_kg: 12 } });
  expect(process.catalogue.find('robots', 'maker-quokka')?.specs).toEqual({ mass_kg: 12 });
});

it('is not accepted when the data have it by then', async () => {
  const process = await start([robotWith({ id: 'quokka-one', name: 'Quokka' })]);
  const { ticket } = await submit(process);
  const desk = new ReviewActions(process.contributions, process.catalogue);
  await expect(desk.acceptRecord(proposalIn(process, ticket), { by: 'op' }, {}, today)).rejects.toThrow(
    'quokka-one',
  );
});

it('gives way to the same robot in a newer version of the data, under whatever id', async () => {
  const process = await start();
  const { ticket } = await submit(process);
  const desk = new ReviewActions(process.contributions, process.catalogue);
  await desk.acceptRecord(proposalIn(process, ticket), { by: 'op' }, {}, today);
  expect(found(await start([robotWith({ id: 'quokka-one', name: 'Quokka' })]), 'quokka')).toBe(1);
  const newer = await start([robotWith({ id: 'maker-quokka', name: 'Quokka', specs: { mass_kg: 7 } })]);
  expect(found(newer, 'quokka')).toBe(1);
  expect(newer.catalogue.find('robots', 'maker-quokka')?.specs).toEqual({ mass_kg: 7 });
});

it('can be corrected once it is in the data', async () => {
  const process = await start();
  const { ticket } = await submit(process);
  const desk = new ReviewActions(process.contributions, process.catalogue);
  await desk.acceptRecord(proposalIn(process, ticket), { by: 'op' }, {}, today);
  const report = await process.contributions.reportError(
    {
      resource_type: 'robots',
      resource_id: 'maker-quokka',
      field: 'specs.mass_kg',
      problem: 'It is known by now.',
      suggested_value: '9',
    },
    'ana',
  );
  const item = findContribution(process.contributions.state, report.ticket);
  if (item.type !== 'report') throw new Error('A report was made.');
  await desk.acceptReport(item, { by: 'op' }, {});
  expect((await start()).catalogue.find('robots', 'maker-quokka')?.specs).toEqual({ mass_kg: 9 });
});

it('counts among what may wait', async () => {
  const process = await start([], 1);
  await submit(process);
  await expect(submit(process, quokka({ id: 'maker-wombat', name: 'Wombat' }))).rejects.toMatchObject({
    code: 'STORAGE_FULL',
  });
  expect(await submit(process)).toMatchObject({ joined: true });
});

it.each([
  ['G1', 'unitree', 'unitree-g1'],
  ['UR 10e', 'universal-robots', 'universal-robots-ur-10e'],
  ['Łukasz Ⅸ', undefined, 'lukasz-ix'],
  ['x'.repeat(200), undefined, expect.stringMatching(/^[0-9a-f]{12}$/)],
  ['Quokka', 'm'.repeat(60).concat('-', 'n'.repeat(59)), expect.stringMatching(/^m{60}-[0-9a-f]{12}$/)],
  ['机器人', 'maker', expect.stringMatching(/^maker-[0-9a-f]{12}$/)],
])('makes of %s of %s an id', (name, makerId, expected) => {
  expect(proposedId(name, makerId)).toEqual(expected);
});
