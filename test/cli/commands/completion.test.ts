import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/cli/install/clients.ts';
import { runHere } from '../../helpers/program.ts';

async function complete(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runHere(['--get-yargs-completions', 'robotics-mcp', ...words]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

describe('what may come next', () => {
  it.each([
    [['in'], ['info', 'install']],
    [
      ['call', 'search_'],
      ['search_robots', 'search_publications', 'search_startups', 'search_manufacturers'],
    ],
    [
      ['call', 'search_robots', '--max'],
      ['--max_price_usd', '--max-pending', '--max-megabytes'],
    ],
    [
      ['call', 'search_startups', '--sort', 'fund'],
      ['funding_desc', 'funding_asc'],
    ],
    [
      ['call', 'search_robots', '--sort', 'payload'],
      ['payload_kg_desc', 'payload_kg_asc'],
    ],
    [['call', 'search_robots', '--limit', ''], []],
    [['call', 'no_such_tool', '--sort', ''], []],
    [
      ['install', 'c'],
      ['claude-desktop', 'claude-code', 'cursor', 'codex', 'cline', 'continue', 'copilot-cli'],
    ],
    [
      ['install', 'cursor', '--scope', ''],
      ['user', 'project'],
    ],
    [['review', 'acc'], ['accept']],
    [['review', 'list', '--status', 'qu'], ['queued']],
    [['info', '--data'], ['--data-dir']],
    [['--allowed'], ['--allowed-hosts', '--allowed-origins']],
    [['doctor', 'x'], []],
    [['constructor', ''], []],
    [['__proto__', ''], []],
    [['call', 'constructor', '--sort', ''], []],
    [['robots', '--constructor', ''], []],
    [['install', '--toString', ''], clients.map(({ id }) => id)],
    [['toString', '--tool'], ['--tools']],
  ])('after %j: %j', async (words, expected) => {
    expect((await complete(...words)).sort()).toEqual([...expected].sort());
  });

  it('is every command at the beginning', async () => {
    const { stdout } = await runHere(['--help']);
    const shown = [...stdout.matchAll(/^ {2}robotics-mcp (\w+)/gm)].map(([, name]) => name);
    expect((await complete('')).sort()).toEqual(shown.sort());
  });
});

describe('completion', () => {
  it('prints the script that asks', async () => {
    const { code, stdout } = await runHere(['completion', 'zsh', '--colour', 'red']);
    expect(code).toBe(0);
    expect(stdout).toContain('robotics-mcp --get-yargs-completions');
    expect(stdout).toMatch(/###-end-robotics-mcp-completions-###\s+$/);
  });
});
