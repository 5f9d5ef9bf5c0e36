import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { PROGRAM, run, runHere } from '../helpers/program.ts';

const { version } = JSON.parse(
  await import('node:fs/promises').then(({ readFile }) => readFile('package.json', 'utf8')),
) as { version: string };

it.runIf(existsSync('/dev/full'))('says in words that what it prints cannot be written', () => {
  const full = openSync('/dev/full', 'w');
  try {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'info'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^robotics-mcp: what it answers cannot be written \(ENOSPC\)/)],
    ]);
  } finally {
    closeSync(full);
  }
});

describe('help and version', () => {
  it('prints the version of the package', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('shows commands, options and defaults', async () => {
    const { code, stdout, stderr } = await runHere(['--http', '--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const text of [
      'call',
      'info',
      '--port',
      '8787',
      '127.0.0.1',
      '--allowed-hosts',
      'ROBOTICS_MCP_PORT',
    ]) {
      expect(stdout).toContain(text);
    }
  });

  const commands =
    'call review harvest release keys sync install uninstall doctor info completion robots papers compare certify news startups makers challenges show';
  it.each(commands.split(' '))('of %s, wherever it is asked for, says how it is used first', async (name) => {
    const behind = await runHere([name, '--help']);
    expect(behind.stdout).toMatch(new RegExp(`^robotics-mcp ${name}\\b`));
    expect(await runHere(['--help', name])).toEqual(behind);
    expect(await runHere([name, '-h'])).toEqual(behind);
  });

  it('is one screen with five examples, of which each works', async () => {
    const { code, stdout } = await runHere(['--help']);
    const lines = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const examples = [...stdout.matchAll(/^ {2}\$ robotics-mcp (.+)$/gm)].map(([, words = '']) => words);
    expect(examples).toHaveLength(5);
    for (const words of examples) {
      const args = words.replace(/ --html \S+ --open/, '').split(' ');
      expect([words, (await runHere(args)).code]).toEqual([words, 0]);
    }
  });

  it('shows the arguments of a tool', async () => {
    const { code, stdout } = await runHere(['call', 'search_robots', '--help']);
    expect(code).toBe(0);
    for (const text of ['--category', '--min-price-usd', '--specs', '--json', 'price_asc']) {
      expect(stdout).toContain(text);
    }
  });
});

describe('the help of a command', () => {
  const groupsOf = (stdout: string) =>
    [...stdout.matchAll(/^([A-Z][A-Za-z ]+):$/gm)].map(([, group]) => group);
  const optionsOf = (stdout: string) => [...stdout.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name);

  it.each([
    'robots',
    'papers',
    'news',
    'startups',
    'makers',
    'challenges',
    'certify',
    'show',
    'call search_robots',
  ])('of %s tells filters, then output, then service options, and no types', async (name) => {
    const { code, stdout } = await runHere([...name.split(' '), '--help']);
    expect(code).toBe(0);
    const groups = groupsOf(stdout).filter((group) => group !== 'Words' && group !== 'Examples');
    expect(groups).toEqual(['Filters', 'Output', 'Service options']);
    expect(stdout).not.toMatch(/\[(string|number|boolean|array|list|object|default.*)\]/);
    expect(stdout).not.toContain('none)');
    const lines = stdout.split('\n').filter((line) => !line.startsWith('  $ '));
    const widest = Math.max(...lines.map((line) => line.length));
    expect(widest).toBeLessThanOrEqual(80);
  });

  it('has the options of the command at hand alone, which are all taken', async () => {
    const compare = optionsOf((await runHere(['compare', '--help'])).stdout);
    expect(compare).toEqual(['wide', 'json', 'html', 'open', 'force', 'help', 'data-dir']);
    expect(optionsOf((await runHere(['certify', '--help'])).stdout).slice(0, 2)).toEqual([
      'market',
      'features',
    ]);
    const chart = optionsOf((await runHere(['show', 'chart', 'papers', '--help'])).stdout);
    expect(chart).toEqual(expect.arrayContaining(['x', 'y', 'by', 'author', 'since']));
    expect(chart).not.toContain('features');
    expect(chart).not.toContain('max-price-usd');
    const robots = optionsOf((await runHere(['robots', '--help'])).stdout);
    expect(robots).not.toContain('max-pending');
    expect(optionsOf((await runHere(['call', 'submit_publication', '--help'])).stdout)).toContain(
      'max-pending',
    );
    const taken = ['robots', 'quadruped', '--limit', '1', '--max-pending', '5', '--read-only'];
    expect((await runHere(taken)).code).toBe(0);
  });

  it('fits a terminal of 40 columns, and states what is usual', async () => {
    const terminal = Object.assign(new PassThrough(), { columns: 40, isTTY: true });
    const streams = { stdin: new PassThrough(), stdout: terminal, stderr: new PassThrough() };
    await main(['--http', '--help'], { ...streams, env: {}, stopped: new Promise(() => undefined) });
    const text = String(terminal.read());
    expect(text.split('\n').filter((line) => line.length > 40)).toEqual([]);
    expect(text).toMatch(/--port VALUE\n {6}Port of the HTTP server/);
    expect(text.replace(/\s+/g, ' ')).toContain('takes any free one (default: 8787)');
  });
});

describe('wrong usage', () => {
  it.each([
    [['--prot', '1'], 'Did you mean --port?'],
    [['--http', '--allowed-host', 'x'], 'Did you mean --allowed-hosts?'],
    [['inof'], 'Did you mean info?'],
    [['robot', 'quadruped'], 'Did you mean robots?'],
    [['paper', 'slam'], 'Did you mean papers?'],
    [['certifiy', 'unitree-g1'], 'Did you mean certify?'],
    [['robots', '--contry', 'JP'], 'Did you mean --country?'],
    [['robots', 'quadruped', '--query', 'humanoid'], 'The query is given twice'],
    [['papers', 'slam', '--since', '2024', '--from', '2023'], 'are the same'],
    [['compare'], 'robotics-mcp compare unitree-go2 spot'],
    [['certify'], 'robotics-mcp certify unitree-g1'],
    [['show'], 'one of compare, table, chart, checklist'],
    [['show', 'graph', 'robots'], 'There is no view "graph"'],
    [['robots', '--open'], 'give --html FILE too'],
    [['robots', '--tools', 'search_publications'], 'There is no tool "search_robots"'],
    [['show', 'chart', 'robots', '--x', 'colour'], 'nothing that robots have'],
    [['--port'], '--port wants a value'],
    [['foo'], 'There is no option or command "foo". See --help.'],
    [['humanoid under 30000'], 'To ask for it: robotics-mcp robots humanoid under 30000'],
    [['robots', '--features', 'wify'], 'There is no option --features here: robotics-mcp certify has it.'],
    [['search_robots', '--limit', '1'], 'robotics-mcp call search_robots'],
    [['release', 'lst'], 'action is one of cut, keygen, rotate, list, verify, not "lst".'],
    [['install', 'cursor', '--scope', 'foo'], '--scope is one of user, project, not "foo".'],
    [['call', 'submit_robot', '--name', 'x'], '--tools all offers it'],
    [['--http', '--port', 'x'], '--port is a whole number'],
    [['--http', '--port', '1', '--port', '2'], '--port is given 2 times'],
    [['--port', '1'], 'add --http'],
    [['--http', '--host', '0.0.0.0'], '--allowed-hosts'],
    [['--http', '--allowed-origins', 'example.org'], '--allowed-origins'],
    [['--http', '--allowed-origins', 'https://user@example.org'], 'no origin'],
    [['--http', '--allowed-hosts', 'https://example.org'], 'no host'],
    [['--sync', '--from', 'https://example.org/%zz'], '--from has a % that no two hex digits follow'],
    [['--service', 'https://example.org/%'], '--service has a %'],
    [['--http', '--auth', 'oauth', '--oauth-issuer', 'https://example.org/%zz'], '--oauth-issuer has a %'],
    [['--http', '--keep-alive', '0'], '--keep-alive is a whole number from 1 to 3600'],
    [['--http', '--allowed-hosts', 'a.org,user@example.org'], '"user@example.org"'],
    [['--tools', 'search_robot'], 'Did you mean search_robots?'],
    [['info', '--port', '1'], 'port'],
    [['call'], 'call --list'],
    [['call', 'search_robot'], 'Did you mean search_robots?'],
    [['call', 'search_robots', '--categroy', 'humanoid'], 'Did you mean --category?'],
    [['call', 'search_robots', '--limit', 'many'], '--limit is a number'],
    [['call', 'search_robots', 'humanoid'], 'no JSON object'],
    [['call', 'search_startups', '--tools', 'beta'], 'There is no tool'],
    [['call', 'report_error', '--read-only'], 'There is no tool'],
    [['doctor', '5'], 'There is no option or command "5". See --help.'],
    [['review', 'list', '--type', 'x', '--typ', 'y'], 'Did you mean --type?'],
    [['harvest', 'nasa', 'esa'], 'sources is one of arxiv, '],
    [['harvest', 'nasa', 'esa'], ', not "nasa", "esa".'],
    [['call', '--version'], 'There is no option or command "version".'],
  ])('%j ends with 2 and says what to do', async (args, message) => {
    const { code, stdout, stderr } = await runHere(args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('names the variable that is wrong', async () => {
    const { code, stdout, stderr } = await run([], { env: { ROBOTICS_MCP_PORT: 'x' } });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('ROBOTICS_MCP_PORT is a whole number');
  });
});

describe('info', () => {
  it('tells what there is', async () => {
    const { code, stdout } = await runHere(['info']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/robots +\d/);
    expect(stdout).toContain('search_robots');
  });

  it('tells it as JSON, also when the environment asks for it', async () => {
    const { stdout } = await runHere(['--tools=beta', 'info'], { ROBOTICS_MCP_JSON: '1' });
    const status = JSON.parse(stdout);
    expect(status).toMatchObject({ name: 'robotics-mcp', version, beta: true });
    expect(status.tools).toHaveLength(5);
    expect(status.dataset.counts.robots).toBeGreaterThan(100);
  });
});

describe('call', () => {
  it('lists the tools', async () => {
    const { code, stdout } = await runHere(['call', '--list']);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(10);
    const { stdout: fewer } = await runHere(['call', '--list', '--read-only', '--json']);
    expect(JSON.parse(fewer)).toHaveLength(8);
  });

  it('prints text, or with --json the structured answer', async () => {
    const args = ['call', 'search_robots', '--category', 'humanoid', '--limit', '2'];
    const text = await runHere(args);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('humanoid');
    const { results, total } = JSON.parse((await runHere([...args, '--json'])).stdout);
    expect(results).toHaveLength(2);
    expect(total).toBeGreaterThan(2);
  });

  it('takes the same arguments as flags, parts of an object and JSON', async () => {
    const answers = await Promise.all(
      [
        ['--specs.payload_kg.min', '10', '--min-price-usd', '1000', '--limit', '1'],
        ['--specs', '{"payload_kg":{"min":10}}', '--min_price_usd=1000', '--limit=1'],
        ['{"specs":{"payload_kg":{"min":10}},"min_price_usd":1000}', '--limit', '1'],
      ].map((args) => runHere(['call', 'search_robots', ...args, '--json'])),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  });

  it('ends with 2 when the tool refuses its arguments', async () => {
    const text = await runHere(['call', 'search_robots', '--ids', 'a', '--limit', '500']);
    expect([text.code, text.stdout]).toEqual([2, '']);
    expect(text.stderr).toContain('limit');
    const json = await runHere(['call', 'search_robots', '--limit', '500', '--json']);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout).error.code).toBe('INVALID_ARGUMENT');
  });

  it('takes nothing of a tool from the environment', async () => {
    const args = ['call', 'search_robots', '--limit', '1', '--json'];
    const plain = await runHere(args);
    const set = await runHere(args, { ROBOTICS_MCP_CATEGORY: 'humanoid', ROBOTICS_MCP_LIMIT: '7' });
    expect(set.stdout).toBe(plain.stdout);
  });
});

it.each(
  Object.getOwnPropertyNames(Object.prototype).flatMap((name) => [
    [`--${name}`, ['robots']],
    [`--no-${name}`, ['call', 'search_robots']],
    [`--${name}=1`, []],
    [`--${name}.x`, ['install', 'cursor']],
  ]) as [string, string[]][],
)('%s is no option of any command, as is said in words (%j)', async (option, before) => {
  const { code, stdout, stderr } = await runHere([...before, option, 'x']);
  const name = option.replace(/^--(?:no-)?|[=.].*$/g, '');
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    `robotics-mcp: There is no option "--${name}". See --help.\n`,
  ]);
});
