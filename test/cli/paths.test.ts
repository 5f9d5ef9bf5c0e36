import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { cleanEnvironment, PROGRAM, runHere } from '../helpers/program.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
  for (const name of ['home', 'here']) mkdirSync(join(place.path, name), { recursive: true });
});
afterEach(() => place.remove());

/** Runs the program in an empty directory, with a home directory of its own. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const home = join(place.path, 'home');
  const here = join(place.path, 'here');
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: here,
    env: cleanEnvironment({ HOME: home, XDG_CACHE_HOME: join(place.path, 'cache'), ...env }),
    encoding: 'utf8',
  });
  return {
    status,
    stderr,
    here: readdirSync(here),
    isAtHome: (path: string) => existsSync(join(home, path)),
  };
}

const report = ['call', 'report_error', '--tools=all', '--resource-type=robots', '--resource-id=unitree-g1'];
const kept = [...report, '--problem=Its mass is wrong'];

it.runIf(process.platform === 'linux').each<[string[], Record<string, string>, string]>([
  [[...kept, '--data-dir=~/x'], {}, 'x/contributions'],
  [[...kept, '--data-dir=~'], {}, 'contributions'],
  [kept, { ROBOTICS_MCP_HOME: '~/x' }, 'x/contributions'],
  [kept, { XDG_DATA_HOME: '~/x' }, 'x/robotics-mcp/contributions'],
  [['release', 'keygen', '--out=~/key.pem'], {}, 'key.pem'],
  [['show', 'table', 'robots', 'spot', '--html=~/page.html'], {}, 'page.html'],
  [['install', 'codex'], { CODEX_HOME: '~/codex' }, 'codex/config.toml'],
  [['install', 'claude-code'], { CLAUDE_CONFIG_DIR: '~/claude' }, 'claude/.claude.json'],
  [['install', 'vscode'], { XDG_CONFIG_HOME: '~/config' }, 'config/Code/User/mcp.json'],
])('%j with %j writes below the home directory, and nothing beside it', (args, env, path) => {
  const { status, here, isAtHome, stderr } = run(args, env);
  expect({ status, here, stderr }).toMatchObject({ status: 0, here: [] });
  expect(isAtHome(path)).toBe(true);
});

it.each<[string[], Record<string, string>, string]>([
  [[...kept, '--data-dir=~nobody-here/x'], {}, '--data-dir'],
  [kept, { ROBOTICS_MCP_HOME: '~nobody-here/x' }, 'ROBOTICS_MCP_HOME'],
  [kept, { ROBOTICS_MCP_HOME: '$HOME/x' }, 'ROBOTICS_MCP_HOME'],
  [['release', 'list'], { ROBOTICS_MCP_RELEASES: '~x' }, 'ROBOTICS_MCP_RELEASES'],
  [['release', '--releases=/r'], { ROBOTICS_MCP_DATASET: '~x' }, 'ROBOTICS_MCP_DATASET'],
  [['release', '--releases=/r'], { ROBOTICS_MCP_RELEASE_KEY: '~x/key' }, 'ROBOTICS_MCP_RELEASE_KEY'],
  [['harvest'], { ROBOTICS_MCP_FEEDS: '~x/feeds.json' }, 'ROBOTICS_MCP_FEEDS'],
  [['release', 'keygen', '--out=~x/key'], {}, '--out'],
  [['show', 'table', 'robots', 'spot', '--html=~x/page.html'], {}, '--html'],
  [['store', 'copy', '--from=~x/y', '--to=z'], {}, '--from'],
  [['store', 'check', '--store=postgres://a@h/d?sslmode=require&sslrootcert=~x/ca'], {}, 'sslrootcert'],
])('%j with %j is refused by the name of what it was written in', async (args, env, name) => {
  const [here, before] = [join(place.path, 'here'), process.cwd()];
  process.chdir(here);
  const { code, stderr } = await runHere(args, env).finally(() => process.chdir(before));
  expect({ code, here: readdirSync(here) }).toEqual({ code: 2, here: [] });
  expect(stderr).toContain(name);
});
