import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CuttingProxy } from '../../scripts/harness/cutting-proxy.ts';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { modernHeaders, modernRequest, post } from '../helpers/http.ts';
import { collect, end, run, start } from '../helpers/program.ts';
import { emptyStore, startServer } from './server.ts';

/** A decision is told once nothing can come before it any more. */
const SOON = { timeout: 40_000, interval: 500 };
const NAME = 'contribution.decided';

describe.skipIf(postgresPrograms() === undefined)(
  'events at servers on one PostgreSQL',
  { timeout: 180_000 },
  () => {
    const server = startServer();
    let place: ReturnType<typeof temporaryDirectory>;
    let proxy: CuttingProxy;
    const running = new Set<ChildProcess>();

    beforeEach(async () => {
      place = temporaryDirectory();
      await emptyStore(server());
      proxy = await CuttingProxy.start(server().port);
    });
    afterEach(async () => {
      for (const child of running) await end(child);
      running.clear();
      await proxy.close();
      place.remove();
    });

    const address = () => server().address('postgres', 'node');

    async function node(name: string, store: string) {
      const child = start(['--http', '--port', '0', '--store', store, '--data-dir', `${place.path}/${name}`]);
      running.add(child);
      const log = collect(child, 'stderr');
      const isUp = () => /answers at http:\S+/.test(log()) || child.exitCode !== null;
      await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
      const url = /answers at (http:\S+)/.exec(log())?.[1] ?? log();
      const poll = async (cursor: string | null) => {
        const request = modernRequest('events/poll', { name: NAME, cursor });
        const { body } = await post(url, request, modernHeaders('events/poll', NAME));
        const { events, ...page } = body.result;
        const ids: string[] = events.map(({ eventId }: { eventId: string }) => eventId);
        return { ids, ...(page as { cursor: string; truncated: boolean }) };
      };
      const report = async (problem: string): Promise<string> => {
        const args = { resource_type: 'robots', resource_id: 'unitree-g1', problem };
        const params = { name: 'report_error', arguments: args };
        const { body } = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        return body.result.structuredContent.ticket;
      };
      return { poll, report };
    }

    const decide = (ticket: string) =>
      run(['review', 'reject', ticket, '--store', address(), '--by', 'ana', '--why', 'a secret reason']);

    it('are the same at both, and one that lags gives the cursor back and loses nothing', async () => {
      const [one, two] = [
        await node('one', address()),
        await node('two', address().replace(`:${server().port}`, `:${proxy.port}`)),
      ];
      const start = (await one.poll(null)).cursor;
      await decide(await one.report('the mass is wrong'));
      await expect.poll(async () => (await one.poll(start)).ids.length, SOON).toBe(1);
      await expect.poll(async () => (await two.poll(start)).ids, SOON).toEqual((await one.poll(start)).ids);
      proxy.passing = 'refuse';
      await decide(await one.report('it has wheels'));
      await expect.poll(async () => (await one.poll(start)).ids.length, SOON).toBe(2);
      const ahead = await one.poll(start);
      const lagging = await two.poll(ahead.cursor);
      expect([lagging.ids, lagging.truncated]).toEqual([[], false]);
      expect((await two.poll(start)).ids).toEqual(ahead.ids.slice(0, 1));
      proxy.passing = 'pass';
      await expect.poll(async () => (await two.poll(start)).ids, SOON).toEqual(ahead.ids);
      expect(await two.poll(lagging.cursor)).toMatchObject({ ids: [], truncated: false });
    });
  },
);
