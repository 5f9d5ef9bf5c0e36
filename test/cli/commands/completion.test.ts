import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/cli/install/clients.ts';
import { PROGRAM, runHere } from '../../helpers/program.ts';

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
    [['call', 'search_robots', '--max'], ['--max-price-usd']],
    [
      ['call', 'submit_publication', '--max'],
      ['--max-pending', '--max-megabytes'],
    ],
    [['robots', '--category', 'qu'], ['quadruped']],
    [['robots', '--max-price-usd', ''], []],
    [
      ['startups', '--stage', 'se'],
      ['seed', 'series_a', 'series_b', 'series_c', 'series_d_plus'],
    ],
    [['papers', '--topic', 'sla'], ['slam']],
    [['certify', 'unitree-g1', '--features', 'wifi,lithium'], ['wifi,lithium-battery']],
    [['certify', 'unitree-g1', '--features', 'no-lithium'], ['no-lithium-battery']],
    [['certify', 'quadrup'], ['quadruped']],
    [['compare', 'unitree-go2-'], ['unitree-go2-w']],
    [['compare', 'Unitree-GO2-'], ['unitree-go2-w']],
    [['compare', 'spot', 'unitree-go2-'], ['unitree-go2-w']],
    [['robots', '--manufacturer', 'unitree'], ['unitree']],
    [
      ['show', 'c'],
      ['compare', 'chart', 'checklist'],
    ],
    [['show', 'compare', 'unitree-go2-'], ['unitree-go2-w']],
    [['show', 'chart', 'p'], ['papers']],
    [['show', 'chart', 'papers', ''], []],
    [['robots', '--related-to', 'unitree-go2-'], ['unitree-go2-w']],
    [['robots', '--wide', 'quadr'], ['quadruped']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
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
    [['news', '--constructor', ''], []],
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

describe('what completion offers', () => {
  it('for names is what compare understands', async () => {
    const names = await complete('compare', 'go');
    expect(names).toEqual(expect.arrayContaining(['go1', 'go2']));
    for (const name of names) {
      expect(name).toMatch(/^go\S*$/);
      const { code, stdout } = await runHere(['compare', name, '--json']);
      expect([name, code, JSON.parse(stdout).records?.length]).toEqual([name, 0, 1]);
    }
  });

  it('for options is what help tells', async () => {
    const { stdout } = await runHere(['robots', '--help']);
    const told = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option);
    expect((await complete('robots', '--')).sort()).toEqual(told.sort());
  });
});

describe('completion', () => {
  const inBash = (line: string) => {
    const script = `
      robotics-mcp() { node '${PROGRAM}' "$@"; }
      eval "$(robotics-mcp completion bash)"
      COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _robotics_mcp_completions && printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  };

  it.skipIf(process.platform === 'win32')('in bash asks the program, up to the word under the cursor', () => {
    expect(inBash("robotics-mcp robots --category 'qu'")).toEqual(['quadruped']);
    expect(inBash("robotics-mcp compare 'unitree-go2-'")).toEqual(['unitree-go2-w']);
  });

  it.each([
    [['completion', 'zsh'], {}, 'compdef'],
    [['completion', 'fish'], { SHELL: '/bin/zsh' }, 'complete -c robotics-mcp'],
    [['completion'], { SHELL: '/usr/bin/fish' }, 'complete -c robotics-mcp'],
    [['completion'], { SHELL: '/bin/zsh' }, 'compdef'],
    [['completion'], {}, 'complete -o bashdefault'],
  ])('%j with %j is of that shell', async (args, env, part) => {
    expect((await runHere(args, env)).stdout).toContain(part);
  });

  it('prints the script that asks', async () => {
    const { code, stdout } = await runHere(['completion', 'zsh', '--colour', 'red']);
    expect(code).toBe(0);
    expect(stdout).toContain('robotics-mcp --get-yargs-completions');
    expect(stdout).toMatch(/###-end-robotics-mcp-completions-###\s+$/);
  });
});
