import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../helpers/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const text = read('PRIVACY.md');

/** What opens connections to elsewhere, by file or folder, and the words by which the text tells of it. */
const CALLERS: Readonly<Record<string, string>> = {
  'src/arxiv/client.ts': 'export.arxiv.org',
  'src/auth/key-set.ts': '--auth oauth',
  'src/cli/commands/doctor.ts': 'doctor',
  'src/contributions/outgoing.ts': '--service',
  'src/contributions/remote.ts': '--service',
  'src/contributions/postgres/': '--store',
  'src/data/releases/service-source.ts': '--sync',
  'src/harvest/': 'harvest',
  'src/lib/bounded-fetch.ts': 'each of the others',
  'src/lib/fetch.ts': 'each of the others',
  'src/lib/network.ts': 'each of the others',
  'src/protocol/sync-data.ts': '--sync',
};

/** How a file of ours may reach another machine. */
const REACHES =
  /\bfetch\(|from '(?:\.\.?\/)+(?:lib\/)?(?:fetch|bounded-fetch|network)\.ts'|import\(.*(?:fetch|network)\.ts|from 'pg'|from 'node:(?:https|tls|dgram)'|\bSocket\(|\brequest as /;

describe('PRIVACY.md', () => {
  it('tells of everything in the program that reaches other machines', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `src/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !/^src\/(?:view|http)\//.test(file));
    // A worker's socket is handed over by its parent.
    const reaching = files.filter((file) => REACHES.test(read(file)) && !file.startsWith('src/cli/workers/'));
    for (const file of reaching) {
      const [, words] = Object.entries(CALLERS).find(([place]) => file.startsWith(place)) ?? [];
      expect(words, file).toBeDefined();
      if (words !== 'each of the others') expect(text, file).toContain(words);
    }
  });

  it('answers what directories ask: kept, leaving, never published, how long, whom to ask', () => {
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'On your own machine',
      'What leaves your machine',
      'What is never published',
      'On a server that somebody hosts',
      'Erasing',
      'Whom to ask',
    ]);
  });

  it('is in the package, and the README has a section that leads to it', () => {
    expect(JSON.parse(read('package.json')).files).toContain('PRIVACY.md');
    expect(read('README.md')).toMatch(/\n## Privacy\n[^#]*\(PRIVACY\.md\)/);
  });
});

/** Has every connection to elsewhere fail, and says so. */
const NO_NETWORK = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net';
  import dns from 'node:dns';
  const refuse = (what) => { process.stderr.write('REACHED ' + JSON.stringify(what) + '\\n'); throw new Error('no network'); };
  net.Socket.prototype.connect = refuse;
  dns.lookup = refuse;
`)}`;

describe('the program by itself', () => {
  const env = { NODE_OPTIONS: `--import ${NO_NETWORK}` };

  it.each([
    ['a search', ['call', 'search_robots', '--query', 'unitree g1', '--limit', '1']],
    ['guidance', ['certify', 'unitree-g1', '--market', 'EU']],
    ['a view', ['compare', 'unitree-go2', 'unitree-g1']],
    ['news', ['news', 'humanoid']],
  ])('answers %s without reaching anybody', async (_what, args) => {
    const { code, stdout, stderr } = await run(args, { env });
    expect(stderr).not.toContain('REACHED');
    expect([code, stdout.length > 100]).toEqual([0, true]);
  });

  it('would be caught if it did', async () => {
    const { stderr } = await run(['sync', '--from', 'http://127.0.0.1:47113/api/mcp', '--allow-unsigned'], {
      env,
    });
    expect(stderr).toContain('REACHED');
  });
});
