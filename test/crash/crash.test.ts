import { afterEach, beforeEach, expect, it } from 'vitest';
import { crash } from '../../scripts/crash/crash.ts';
import { startHttp, startStdio } from '../../scripts/crash/server.ts';
import { Fold } from '../../src/contributions/fold.ts';
import { diskFiles } from '../../src/contributions/journal/files.ts';
import { Journal } from '../../src/contributions/journal/journal.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { PROGRAM } from '../helpers/program.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

it('a few kills over both transports lose nothing that was acknowledged', { timeout: 60_000 }, async () => {
  const report = await crash({ program: [PROGRAM], home: place.path, kills: 4, together: 2, longestMs: 150 });
  expect(report).toMatchObject({ missing: [], twice: [], foreign: [], faults: { damaged: 0 } });
  expect(report.confirmed).toBeGreaterThan(0);
});

it('two servers write 1,000 contributions each into one directory', { timeout: 60_000 }, async () => {
  const servers = [await startStdio([PROGRAM], place.path), await startHttp([PROGRAM], place.path)];
  const tickets = await Promise.all(
    servers.flatMap((server, s) =>
      Array.from({ length: 25 }, async (_, lane) => {
        const own: string[] = [];
        for (let i = lane; i < 1000; i += 25) {
          const args = {
            resource_type: 'robots',
            resource_id: 'unitree-g1',
            problem: `Server ${s}, number ${i}`,
          };
          own.push(await server.call('report_error', args));
        }
        return own;
      }),
    ),
  );
  for (const server of servers) await server.kill();
  const journal = new Journal({ files: diskFiles, directory: `${place.path}/contributions`, maxBytes: 1e9 });
  const fold = new Fold();
  const news = journal.refresh();
  fold.take(news);
  expect(new Set(tickets.flat()).size).toBe(2000);
  expect(news.entries).toHaveLength(2000);
  expect([...fold.state.reports.keys()].sort()).toEqual(tickets.flat().sort());
});
