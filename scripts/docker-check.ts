/**
 * Carries out the Dockerfile without a daemon, from the files that `.dockerignore` lets through, its commands included, and
 * asks what comes of it a question over each transport: `npm run check:docker`. Packages come from npm's cache where it
 * has them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf, wordsOf } from './docker/dockerfile.ts';
import { Image } from './docker/image.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_robots', arguments: { limit: 1 } },
};
const LISTENS = /http:\/\/\S+:(\d+)/;

const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-docker-'));
try {
  const begun = performance.now();
  const made = new Image(root, place);
  made.make(made.stage('build'), true);
  made.make(made.stage(), false);
  const built = performance.now();
  checkSameData(made);
  await checkStdio(made);
  await checkHttp(made);
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0);
  console.log(
    `Built as the Dockerfile says in ${seconds(begun, built)} s; it answers on stdio and over HTTP in ${seconds(built, performance.now())} s.`,
  );
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Built in another place, the data have the same bytes as those of the build that is here. */
function checkSameData(made: Image): void {
  for (const file of ['dist/dataset/manifest.json', 'dist/dataset/snapshot.sqlite']) {
    const [own, other] = [join(root, file), made.pathIn(made.stage('build'), `/src/${file}`)];
    if (!readFileSync(own).equals(readFileSync(other)))
      throw new Error(`${file} has other bytes where the image is built than here. Run npm run build first.`);
  }
}

function start(made: Image, args: readonly string[], more: Readonly<Record<string, string>>): ChildProcess {
  const image = made.stage();
  const home = join(place, 'data');
  mkdirSync(home, { recursive: true });
  const [, ...command] = [...wordsOf(image, 'ENTRYPOINT'), ...args].map((word) =>
    word.startsWith('/') ? made.pathIn(image, word) : word,
  );
  const own = { ...environmentOf(image), ROBOTICS_MCP_HOME: home, ROBOTICS_MCP_PORT: '0', ...more };
  return spawn(process.execPath, command, { env: { PATH: process.env.PATH ?? '', ...own }, cwd: place });
}

async function checkStdio(made: Image): Promise<void> {
  const server = start(made, ['stdio'], {});
  const [stdout, closed] = [collected(server, 'stdout'), once(server, 'close')];
  server.stdin?.end(`${JSON.stringify(CALL)}\n`);
  await closed;
  expectRobot(stdout(), 'stdio');
}

async function checkHttp(made: Image): Promise<void> {
  const server = start(made, wordsOf(made.stage(), 'CMD'), { ROBOTICS_MCP_ALLOWED_HOSTS: 'localhost' });
  const [stderr, closed] = [collected(server, 'stderr'), once(server, 'close')];
  while (!LISTENS.test(stderr())) {
    const [ended] = await Promise.race([
      closed,
      once(server.stderr ?? server, 'data').then(() => [undefined]),
    ]);
    if (ended !== undefined) throw new Error(`The server ended with ${ended}: ${stderr()}`);
  }
  const [, port] = LISTENS.exec(stderr()) ?? [];
  const answer = await fetch(`http://127.0.0.1:${port}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CALL),
  });
  expectRobot(await answer.text(), 'HTTP');
  server.kill('SIGTERM');
  await closed;
}

function collected(server: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  server[stream]?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text;
}

function expectRobot(text: string, how: string): void {
  if (!text.includes('"results":[{"id"'))
    throw new Error(`Over ${how} the image finds no robot: ${text.slice(0, 300)}`);
}
