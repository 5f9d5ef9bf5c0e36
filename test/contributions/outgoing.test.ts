import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type ContributionOptions,
  type OpenContributions,
  openContributions,
} from '../../src/contributions/open.ts';
import { serveHttp } from '../../src/http/serve.ts';
import { openSmall } from '../helpers/catalogue.ts';
import { withAnswers } from '../helpers/registry.ts';
import { createSmallService } from '../helpers/small-service.ts';
import { temporaryDirectory } from './faulty-files.ts';

interface Called {
  readonly name: string;
  readonly args: unknown;
}

/** A hosted service with its two tools, and what they were called with. */
interface Hosted {
  readonly url: string;
  readonly called: Called[];
  answer: (call: Called) => object;
  stop(): Promise<void>;
}

let place: ReturnType<typeof temporaryDirectory>;
let hosted: Hosted;
const opened: OpenContributions[] = [];

beforeEach(async () => {
  place = temporaryDirectory();
  hosted = await startHosted();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await hosted.stop();
  place.remove();
});

async function startHosted(): Promise<Hosted> {
  const called: Called[] = [];
  const made: Hosted = {
    url: '',
    called,
    answer: () => ({ structuredContent: { status: 'queued', ticket: `remote-${called.length}` } }),
    stop: async () => undefined,
  };
  const registry = withAnswers({
    names: () => ['submit_publication', 'report_error'],
    has: () => true,
    requirement: () => ({ scope: 'write', known: false }),
    definitions: () => [],
    call: async (name, args) => {
      called.push({ name, args });
      return { content: [], ...made.answer({ name, args }) };
    },
  });
  const service = { ...createSmallService(), registry: async () => registry };
  const server = await serveHttp(service, {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    onError: () => undefined,
    limits: { quiet: 0, closing: 100 },
  });
  return Object.assign(made, { url: server.url, stop: () => server.close() });
}

async function start(options: Partial<ContributionOptions> = {}): Promise<OpenContributions> {
  const made = openContributions(await openSmall(), {
    directory: place.path,
    version: '1',
    arxivApi: 'http://127.0.0.1:9/api/query',
    arxivIntervalMs: 0,
    service: hosted.url,
    onProblem: () => undefined,
    ...options,
  });
  opened.push(made);
  return made;
}

const report = {
  resource_type: 'robots',
  resource_id: 'unitree-g1',
  problem: 'It weighs more.',
  contact: 'someone@example.org',
} as const;

it('hands over each contribution once, without contact and note, and keeps the remote ticket', async () => {
  const [one, other] = [await start(), await start()];
  const { ticket } = await one.contributions.reportError(report, 'ana');
  await one.contributions.submitPublication({ url: 'https://example.org/a.pdf', note: 'Private' }, 'ana');
  await one.contributions.submitPublication({ arxiv_id: '2611.01234' }, 'ana');
  other.contributions.refresh();
  expect(other.waiting()).toMatchObject({ to_forward: 3 });
  await Promise.all([one.outgoing.run(), other.outgoing.run()]);
  await one.outgoing.run();
  await other.outgoing.run();
  await (await start()).outgoing.run();
  expect(hosted.called).toEqual([
    {
      name: 'report_error',
      args: { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'It weighs more.' },
    },
    { name: 'submit_publication', args: { url: 'https://example.org/a.pdf' } },
    { name: 'submit_publication', args: { arxiv_id: '2611.01234' } },
  ]);
  one.contributions.refresh();
  expect(one.waiting()).toMatchObject({ to_forward: 0 });
  expect(one.contributions.state.find(ticket)?.forwarded).toMatchObject({
    status: 'queued',
    remote_ticket: 'remote-1',
  });
});

it('hands over contact and note where the operator says so', async () => {
  const one = await start({ forwardContact: true });
  await one.contributions.reportError(report, 'ana');
  await one.outgoing.run();
  expect(hosted.called[0]?.args).toMatchObject({ contact: 'someone@example.org' });
});

it('tries again while the service is away or busy, and remembers a refusal', async () => {
  const { url } = hosted;
  await hosted.stop();
  const one = await start();
  await one.contributions.reportError(report, 'ana');
  await one.outgoing.run();
  expect(one.waiting()).toMatchObject({ to_forward: 1 });
  hosted = await startHosted();
  expect(hosted.url).not.toBe(url);
  const two = await start();
  hosted.answer = () => ({
    isError: true,
    structuredContent: { error: { code: 'STORAGE_FULL', message: 'Full.' } },
  });
  await two.outgoing.run();
  expect(two.waiting()).toMatchObject({ to_forward: 1 });
  hosted.answer = () => ({
    isError: true,
    structuredContent: { error: { code: 'NOT_FOUND', message: 'No such robot.' } },
  });
  await two.outgoing.run();
  await two.outgoing.run();
  expect(hosted.called).toHaveLength(2);
  expect(two.waiting()).toMatchObject({ to_forward: 0 });
  const [kept] = two.contributions.state.reports.values();
  expect(kept?.forwarded).toMatchObject({ status: 'refused', why: 'NOT_FOUND: No such robot.' });
});

it('goes on with others where the service has no room on one ticket, and comes back to that one', async () => {
  const one = await start();
  await one.contributions.reportError(report, 'ana');
  await one.contributions.reportError({ ...report, problem: 'It is lighter.' }, 'ana');
  const error = { code: 'STORAGE_FULL', bound: 'ticket', message: 'Ticket rep-0 has 20 additions already.' };
  const { answer } = hosted;
  hosted.answer = (call) =>
    JSON.stringify(call.args).includes('weighs')
      ? { isError: true, structuredContent: { error } }
      : answer(call);
  await one.outgoing.run();
  expect(hosted.called).toHaveLength(2);
  expect(one.waiting()).toMatchObject({ to_forward: 1 });
  hosted.answer = answer;
  await one.outgoing.run();
  expect(one.waiting()).toMatchObject({ to_forward: 0 });
});

it('goes nowhere where no service is configured', async () => {
  const one = await start({ service: undefined });
  await one.contributions.reportError(report, 'ana');
  await one.outgoing.run();
  expect(hosted.called).toEqual([]);
  expect(one.waiting().to_forward).toBeUndefined();
});
