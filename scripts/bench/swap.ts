import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest as manifestSchema } from '../../src/data/snapshot/manifest.ts';
import { manifestIn } from '../../src/data/snapshot/open.ts';
import { type CurrentData, SyncStore } from '../../src/data/subscribe/store.ts';
import { HttpConnection } from '../harness/http-connection.ts';
import { listening, startNode, stop, temporaryFolder } from '../harness/processes.ts';
import { builtProgram, snapshotFolder } from '../harness/program.ts';
import { Random } from '../harness/random.ts';
import { breathe, megabytes, quantile, residentBytes } from '../harness/statistics.ts';
import { callMessage } from '../harness/stdio-client.ts';
import { drawAll } from './questions/draw.ts';
import { checkAnswer, type Question } from './rpc.ts';

/** Answer times of a server at rest, and while versions of full size are put in place of each other. */
export async function swapUnderLoad(synced: string, swaps: number, atRest: number) {
  const home = temporaryFolder();
  const versions = await twoVersions(synced, new SyncStore(home));
  // Drawing takes a while, and servers do not wait for ever on a connection that asks nothing.
  const questions = Object.values(await drawAll(200)).flat();
  const server = await listening(startNode([builtProgram(), '--http', '--port', '0', '--data-dir', home]));
  const connection = new HttpConnection(server.url);
  const ask = asking(connection, questions);
  const resident = () => megabytes(residentBytes(server.child.pid ?? 0));
  for (let i = 0; i < 200; i++) await ask();
  const rest: number[] = [];
  while (rest.length < atRest) rest.push(await ask());
  const before = resident();
  const during: number[] = [];
  for (let n = 1; n <= swaps; n++) {
    const appliedAt = new Date(Date.UTC(2031, 0, n)).toISOString();
    await versions.put(n, appliedAt);
    // Asked for seldom, so that the searches are what keeps the server busy.
    while ((await appliedAtOf(server.url)) !== appliedAt)
      for (let i = 0; i < 20; i++) during.push(await ask());
  }
  const after = resident();
  connection.close();
  await stop(server.child);
  return [
    { when: 'at rest', ...spread(rest), 'memory MB': before },
    { when: `during ${swaps} swaps`, ...spread(during), 'memory MB': after },
  ];
}

/** The bundled data and the synced ones in turn, each time under a newer name. */
async function twoVersions(synced: string, store: SyncStore) {
  const from = new SyncStore(synced);
  const current = await from.current();
  if (current === undefined) throw new Error('Nothing was synced.');
  const bundled = manifestSchema.parse(await manifestIn(snapshotFolder));
  await store.prepare();
  const files = [
    { folder: snapshotFolder, manifest: bundled },
    { folder: from.directory, manifest: current.manifest },
  ].map(({ folder, manifest }, i) => {
    const file = `snapshot-bench-${i}.sqlite`;
    copyFileSync(join(folder, manifest.file), join(store.directory, file));
    return { ...manifest, file };
  });
  return {
    put: async (n: number, applied_at: string) => {
      const manifest = files[n % 2] as (typeof files)[number];
      const next: CurrentData = {
        ...current,
        applied_at,
        manifest: { ...manifest, version: `2031.01.01.${n}` },
      };
      await store.makeCurrent('{}', next);
    },
  };
}

/** Asks the next question, and says how many milliseconds the answer took. */
function asking(connection: HttpConnection, questions: readonly Question[]): () => Promise<number> {
  const random = new Random(11);
  return async () => {
    const { args, ...question } = random.pick(questions);
    // The same question with another limit is another one: answers are kept by the server.
    const message = callMessage(1, { ...question, args: { ...args, limit: 1 + random.below(50) } });
    const begun = performance.now();
    const answer = await connection.post(message);
    const ms = performance.now() - begun;
    checkAnswer(answer);
    await breathe();
    return ms;
  };
}

async function appliedAtOf(url: string): Promise<string | undefined> {
  const status = (await (await fetch(url)).json()) as { dataset: { synced?: { applied_at: string } } };
  return status.dataset.synced?.applied_at;
}

function spread(ms: readonly number[]): Record<string, number> {
  return {
    answers: ms.length,
    'p50 ms': quantile(ms, 0.5),
    'p99 ms': quantile(ms, 0.99),
    'longest ms': quantile(ms, 1),
  };
}
