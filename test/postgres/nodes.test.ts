import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { type FakeArxiv, send, startFakeArxiv } from '../arxiv/fake-arxiv.ts';
import { successFeed } from '../arxiv/feeds.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { post } from '../helpers/http.ts';
import { collect, end, expireLocks, run, start } from '../helpers/program.ts';
import { emptyStore, startServer } from './server.ts';

const G1 = 'unitree-g1';
const LONG_MS = 120_000;

describe.skipIf(postgresPrograms() === undefined)('servers on one PostgreSQL', { timeout: 120_000 }, () => {
  const server = startServer();
  let place: ReturnType<typeof temporaryDirectory>;
  const running = new Set<ChildProcess>();
  const address = () => server().address('postgres', 'node');
  let arxiv: FakeArxiv;

  beforeEach(async () => {
    place = temporaryDirectory();
    await emptyStore(server());
    arxiv = await startFakeArxiv((response, id) =>
      send(
        response,
        successFeed({ id, title: `Quokka Locomotion on ${id.endsWith('1') ? 'Sand' : 'Snow'}` }),
      ),
    );
  });
  afterEach(async () => {
    for (const child of running) await end(child);
    running.clear();
    await arxiv.close();
    place.remove();
  });

  async function node(name: string, args: readonly string[] = []) {
    const directory = `${place.path}/${name}`;
    expireLocks(directory);
    const child = start(['--http', '--port', '0', '--store', address(), '--data-dir', directory, ...args], {
      ROBOTICS_MCP_ARXIV_API: arxiv.url,
    });
    running.add(child);
    const log = collect(child, 'stderr');
    const isUp = () => /answers at http:\S+/.test(log()) || child.exitCode !== null;
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
    const url = /answers at (http:\S+)/.exec(log())?.[1] ?? log();
    const call = async (tool: string, args: object) => {
      const params = { name: tool, arguments: args };
      const { status, body } = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      expect(status).toBe(200);
      return body.result;
    };
    const report = (problem: string, more: object = {}) =>
      call('report_error', { resource_type: 'robots', resource_id: G1, problem, ...more });
    const mass = async () => {
      const { structuredContent } = await call('search_robots', { ids: [G1], detail: 'full' });
      return structuredContent.results[0].specs.mass_kg;
    };
    const waiting = async () => {
      const status = (await (await fetch(url)).json()) as {
        readonly dataset: { readonly waiting: { readonly queued: number; readonly faults: string[] } };
      };
      return status.dataset.waiting;
    };
    const faults = async () => (await waiting()).faults;
    return { child, url, log, call, report, mass, waiting, faults };
  }

  it(
    'show what another has kept, and what was decided in the shell; a second reviewer is told',
    async () => {
      const [one, two] = [await node('one'), await node('two', ['--workers', '2'])];
      const before = await one.mass();
      const value = String(Number(before) + 1);
      const given = await one.report('the mass is wrong', {
        field: 'specs.mass_kg',
        suggested_value: value,
        evidence_url: 'https://example.org/data-sheet',
      });
      const { ticket } = given.structuredContent;
      await expect
        .poll(
          async () => (await two.report('the mass is wrong', { suggested_value: value })).structuredContent,
          { timeout: 30_000 },
        )
        .toMatchObject({ status: 'queued' });
      const said = await two.report('it has wheels');
      expect(said.structuredContent).toMatchObject({ joined: false });
      const listed = await run(['review', 'list', '--store', address(), '--json']);
      const tickets = JSON.parse(listed.stdout).map((each: { ticket: string }) => each.ticket);
      expect(tickets).toEqual(expect.arrayContaining([ticket, said.structuredContent.ticket]));
      const decide = (by: string) => run(['review', 'accept', ticket, '--store', address(), '--by', by]);
      const [first, second] = await Promise.all([decide('ana'), decide('bo')]);
      expect([first.code, second.code].sort()).toEqual([0, 1]);
      expect(first.stderr + second.stderr).toMatch(/(?:accepted (?:already )?by|was accepted by) (?:ana|bo)/);
      await expect.poll(one.mass, { timeout: 30_000 }).toBe(Number(value));
      await expect.poll(two.mass, { timeout: 30_000 }).toBe(Number(value));
    },
    LONG_MS,
  );

  it(
    'publish a paper once, which every server finds, and ask arXiv in turn',
    async () => {
      const [one, two] = [await node('one'), await node('two')];
      const titles = ['Quokka Locomotion on Sand', 'Quokka Locomotion on Snow'];
      const submit = (each: typeof one, arxiv_id: string) => each.call('submit_publication', { arxiv_id });
      const ids = ['2411.00001', '2411.00002'];
      const [first, second] = await Promise.all([submit(one, ids[0] ?? ''), submit(two, ids[1] ?? '')]);
      for (const each of [first, second])
        expect(each.structuredContent).toMatchObject({ status: 'published' });
      const found = (each: typeof one) => async () => {
        const { structuredContent } = await each.call('search_publications', { query: 'quokka locomotion' });
        return structuredContent.results.map(({ title }: { title: string }) => title);
      };
      await expect.poll(found(one), { timeout: 30_000 }).toEqual(expect.arrayContaining(titles));
      await expect.poll(found(two), { timeout: 30_000 }).toEqual(expect.arrayContaining(titles));
      expect((await submit(two, ids[0] ?? '')).structuredContent).toMatchObject({
        status: 'already_published',
      });
      expect(arxiv.asked.map(({ id }) => id).sort()).toEqual(ids);
      const [before, after] = arxiv.asked;
      expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThan(1_000);
    },
    LONG_MS,
  );

  it(
    'answer without the database, start without it, and write as soon as it is back',
    async () => {
      const [one, two] = [await node('one'), await node('two', ['--workers', '2'])];
      const { structuredContent } = await one.report('the first fault');
      await expect
        .poll(async () => (await two.report('the first fault')).structuredContent.joined, { timeout: 30_000 })
        .toBe(true);
      await server().kill();
      try {
        for (const each of [one, two]) {
          await expect.poll(each.faults, { timeout: 30_000 }).toHaveLength(1);
          const refused = await each.report('a fault that nobody keeps');
          expect(refused.isError).toBe(true);
          expect(refused.structuredContent.error).toMatchObject({ code: 'UNAVAILABLE', retry_after_s: 5 });
          expect(refused.structuredContent.error.message).toContain('nothing was kept');
          expect(await each.mass()).toBeGreaterThan(0);
          expect((await fetch(`${each.url}?ready`)).status).toBe(200);
          expect(each.log()).toContain('store lost');
        }
        await end(one.child);
        const again = await node('one');
        const { queued, faults } = await again.waiting();
        expect(queued).toBe(1);
        expect(faults[0]).toContain('cannot be used');
        await server().resume();
        for (const each of [again, two]) {
          await expect.poll(each.faults, { timeout: 30_000 }).toEqual([]);
          const joined = await each.report('the first fault');
          expect(joined.structuredContent).toMatchObject({ ticket: structuredContent.ticket, joined: true });
        }
        expect((await again.report('a fault that nobody kept')).structuredContent).toMatchObject({
          status: 'queued',
          joined: false,
        });
        expect(again.log()).toContain('store found');
      } finally {
        await server()
          .resume()
          .catch(() => undefined);
      }
    },
    LONG_MS,
  );

  it('do not start with an address that is none', async () => {
    const store = 'postgres://node:secret@127.0.0.1/postgres';
    const { code, stderr } = await run(['--http', '--port', '0', '--store', store, '--data-dir', place.path]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('holds a password')]);
    expect(stderr).not.toContain('secret');
  });

  it('are told by stdio that the store is for serving over HTTP', async () => {
    const { code, stderr } = await run(['--store', address()]);
    expect(code).toBe(2);
    expect(stderr).toContain('add --http');
  });
});
