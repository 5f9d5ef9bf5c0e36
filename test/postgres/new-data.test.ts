import type { ChildProcess } from 'node:child_process';
import { cpSync, renameSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { Publisher } from '../../scripts/sync/publisher.ts';
import { serveOffer } from '../../scripts/sync/serve-offer.ts';
import type { HttpServer } from '../../src/http/serve.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { sqlite } from '../helpers/catalogue.ts';
import { post } from '../helpers/http.ts';
import { collect, end, expireLocks, run, start } from '../helpers/program.ts';
import { recordsOf, shuffledOf, versionOf } from '../helpers/versions.ts';
import { emptyStore, startServer } from './server.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });
const SOON = { timeout: 150_000, interval: 200 };
const [first, second] = [1, 2].map((n) => versionOf(n).version) as [string, string];

interface Page {
  readonly results: readonly { readonly id: string; readonly name: string }[];
  readonly next_cursor?: string;
  readonly dataset: { readonly version: string };
  readonly error?: { readonly code: string; readonly retry_after_s?: number };
}

interface Status {
  readonly version: string;
  readonly ready?: string;
  readonly before?: string;
  readonly servers?: { readonly alive: number; readonly agreed?: string; readonly ready: number };
}

/** The minute between two runs of --sync, and what else takes longer than twenty seconds, is over in a twentieth. */
const HURRIED = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'const wait = globalThis.setTimeout; globalThis.setTimeout = (run, ms, ...args) => wait(run, ms > 20_000 ? ms / 20 : ms, ...args);',
  )}`,
};

describe.skipIf(postgresPrograms() === undefined)('new data at servers on one PostgreSQL', () => {
  const server = startServer();
  let publisher: Publisher;
  let service: HttpServer;
  let place: ReturnType<typeof temporaryDirectory>;
  const running = new Set<ChildProcess>();
  const closing: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    place = temporaryDirectory();
    await emptyStore(server());
    publisher = new Publisher(await sqlite());
    await publisher.release(versionOf(1), recordsOf(1));
    service = await serveOffer(publisher.offer());
  });
  afterEach(async () => {
    for (const child of running) await end(child);
    running.clear();
    for (const close of closing.splice(0)) await close();
    await service.close();
    place.remove();
  });

  const publishSecond = () => publisher.release(versionOf(2), shuffledOf(2));
  const from = () => ['--from', service.url, '--sync-key', publisher.key.public_key];

  /** Fetches the newest data into servers' directories, as their timers would: by one program, whose data all get. */
  async function sync(...names: readonly string[]): Promise<void> {
    const fetched = `${place.path}/fetched/data`;
    const synced = await run(['sync', ...from(), '--data-dir', `${place.path}/fetched`]);
    expect(synced).toMatchObject({ code: 0 });
    for (const name of names) {
      const to = `${place.path}/${name}/data`;
      cpSync(fetched, to, { recursive: true, filter: (path) => !/\.lock$|current\.json$/.test(path) });
      // What names the version comes last, and whole, as a program has it.
      cpSync(`${fetched}/current.json`, `${to}/current.json.copied`);
      renameSync(`${to}/current.json.copied`, `${to}/current.json`);
    }
  }

  async function node(name: string, args: readonly string[] = []) {
    const directory = `${place.path}/${name}`;
    expireLocks(directory);
    const store = server().address('postgres', 'node');
    // A connection that is kept open is hurried too, and must outlast the pauses between two requests.
    const kept = ['--keep-alive', '600'];
    const child = start(
      ['--http', '--port', '0', '--store', store, '--data-dir', directory, ...kept, ...args],
      HURRIED,
    );
    running.add(child);
    const log = collect(child, 'stderr');
    const isUp = () => /answers at http:\S+/.test(log()) || child.exitCode !== null;
    await expect.poll(isUp, SOON).toBe(true);
    const url = /answers at (http:\S+)/.exec(log())?.[1] ?? log();
    const page = async (cursor?: string): Promise<Page> => {
      const asked = { sort: 'name', limit: 3, ...(cursor !== undefined && { cursor }) };
      const params = { name: 'search_robots', arguments: asked };
      const { body } = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return body.result.structuredContent;
    };
    const status = async () => ((await (await fetch(url)).json()) as { readonly dataset: Status }).dataset;
    return { name, child, url, log, page, status, version: async () => (await status()).version };
  }
  type Node = Awaited<ReturnType<typeof node>>;

  /** All that is on this page and those that follow, each asked of the next server. */
  async function walk(nodes: readonly Node[], begun?: Page): Promise<string[]> {
    const lines: string[] = [];
    let at = begun ?? (await nodes[0]?.page());
    for (let i = 1; ; i += 1) {
      if (at?.results === undefined) throw new Error(JSON.stringify(at));
      lines.push(...at.results.map(({ id, name }) => `${id} ${name}`));
      if (at.next_cursor === undefined) return lines;
      at = await nodes[i % nodes.length]?.page(at.next_cursor);
    }
  }

  const all = (nodes: readonly Node[], version: string) =>
    expect
      .poll(() => Promise.all(nodes.map((each) => each.version())), SOON)
      .toEqual(nodes.map(() => version));

  it('are fetched by each, and put into use by all together; a list begun before is read to its end', async () => {
    await sync('one', 'two');
    const one = await node('one');
    // It is offered the second version once the first server has been seen to wait for it.
    let offered: string | undefined = publisher.latest.envelope;
    const offer = publisher.offer();
    const late = await serveOffer({ ...offer, manifest: async () => offered ?? offer.manifest() });
    closing.push(() => late.close());
    const key = ['--sync-key', publisher.key.public_key];
    const two = await node('two', ['--sync', '--workers', '2', '--from', late.url, ...key]);
    await all([one, two], first);
    const whole = await walk([one, two]);
    const begun = await one.page();
    await publishSecond();
    await sync('one');
    await expect.poll(one.status, SOON).toMatchObject({ version: first, ready: second });
    expect(await two.version()).toBe(first);
    // The other hears of it and fetches it by itself.
    offered = undefined;
    await all([one, two], second);
    expect(await walk([two, one], begun)).toEqual(whole);
    expect(await walk([one, two], begun)).toEqual(whole);
    const anew = await walk([two, one]);
    expect(anew).toEqual(await walk([one]));
    expect(anew.length).toBeLessThan(whole.length);
    const servers = { alive: 2, agreed: second, ready: 2 };
    expect(await one.status()).toMatchObject({ version: second, before: first, servers });
    expect(await two.status()).toMatchObject({ version: second, before: first, servers });
    await expect
      .poll(one.log, SOON)
      .toMatch(/data ready.*2030\.01\.01\.2[\s\S]*data agreed.*2030\.01\.01\.2/);
    const checked = await run(['store', 'check', '--store', server().address('postgres', 'node')]);
    expect(checked.stdout).toContain(`2 alive; data of version ${second} agreed on`);
  });

  it('do not wait for a server that died, and a server that joins late takes them', async () => {
    await sync('one', 'two', 'three');
    const [one, two] = [await node('one'), await node('two')];
    const three = await node('three');
    await all([one, two, three], first);
    await expect.poll(async () => (await one.status()).servers?.alive, SOON).toBe(3);
    const begun = await three.page();
    const whole = await walk([one, two, three]);
    await end(three.child);
    await publishSecond();
    await sync(one.name, two.name);
    await expect.poll(one.status, SOON).toMatchObject({ version: first, ready: second });
    // It counts as gone once it has not been heard of for twenty seconds.
    const expire = `UPDATE robotics_mcp.nodes SET expires = now() WHERE node LIKE '% ${three.child.pid} %'`;
    await server().sql(expire);
    await all([one, two], second);
    expect(await walk([one, two], begun)).toEqual(whole);

    const late = await node('three');
    expect(await late.version()).toBe(first);
    expect(await walk([late, one, two], begun)).toEqual(whole);
    const { next_cursor } = await one.page();
    await expect
      .poll(async () => (await late.page(next_cursor)).error, SOON)
      .toMatchObject({ code: 'UNAVAILABLE', retry_after_s: 5 });
    await sync('three');
    await all([late], second);
    expect((await late.page(next_cursor)).dataset.version).toBe(second);
  });

  it('are not put into use while the database is away, beyond what was agreed on', async () => {
    await sync('one', 'two');
    const [one, two] = [await node('one'), await node('two')];
    await all([one, two], first);
    const whole = await walk([one, two]);
    await server().kill();
    try {
      await publishSecond();
      await sync(one.name, two.name);
      for (const each of [one, two]) {
        await expect.poll(each.status, SOON).toMatchObject({ version: first, ready: second });
      }
      await end(one.child);
      const again = await node('one');
      await expect.poll(again.status, SOON).toMatchObject({ version: first, ready: second });
      expect(await walk([again, two])).toEqual(whole);
      const begun = await two.page();
      await server().resume();
      await all([again, two], second);
      expect(await walk([again, two], begun)).toEqual(whole);
    } finally {
      await server()
        .resume()
        .catch(() => undefined);
    }
  });

  it('are put into use after a time though a server lacks them, and the log names it', async () => {
    await sync('one', 'two');
    await server().sql("UPDATE robotics_mcp.data SET patience = '3 seconds'");
    const [one, two] = [await node('one'), await node('two')];
    await all([one, two], first);
    await expect.poll(async () => (await one.status()).servers?.alive, SOON).toBe(2);
    const begun = await two.page();
    const whole = await walk([one, two]);
    await publishSecond();
    await sync('one');
    await all([one], second);
    await expect.poll(one.log, SOON).toMatch(/data agreed.*lack it: \S+ \d+\./);
    expect(await two.version()).toBe(first);
    expect(await walk([one, two], begun)).toEqual(whole);
    const { next_cursor } = await one.page();
    expect((await two.page(next_cursor)).error).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
