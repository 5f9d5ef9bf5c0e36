import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { printText } from '../../src/cli/print.ts';
import { styleFor } from '../../src/cli/render/style.ts';
import { say } from '../../src/cli/terminal.ts';
import { runHere } from '../helpers/program.ts';

/** Clears the screen, colours, sets the title, ends the line and begins one of its own. */
const HOSTILE =
  '\u001b[2J\u001b[31mred\u009b31m\u001b]0;title\u0007\u0000\r\nFORGED: all is well\u2028\u2029\u007f';
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]|^FORGED/m;

describe('an argument that would steer the terminal', () => {
  it.each([
    [`--${HOSTILE}`],
    [HOSTILE],
    ['robots', `--${HOSTILE}`, 'x'],
    ['show', HOSTILE],
    ['call', HOSTILE],
    ['call', 'search_robots', `{"${HOSTILE}"`],
    ['review', HOSTILE],
    ['review', 'show', HOSTILE],
    ['review', 'accept', HOSTILE],
    ['harvest', HOSTILE],
    ['harvest', 'feeds', '--feeds', HOSTILE],
    ['release', HOSTILE],
    ['release', 'list', '--releases', HOSTILE],
    ['keys', HOSTILE],
    ['keys', 'add', HOSTILE],
    ['keys', 'add', 'x', '--scope', HOSTILE],
    ['keys', 'add', 'x', '--scope', 'read', '--expires', HOSTILE],
    ['keys', 'revoke', HOSTILE],
    ['store', HOSTILE],
    ['store', 'check', '--store', HOSTILE],
    ['sync', '--from', HOSTILE],
    ['sync', '--sync-key', HOSTILE, '--from', 'http://127.0.0.1:9'],
    ['install', HOSTILE],
    ['uninstall', HOSTILE],
    ['--http', '--port', HOSTILE],
    ['--http', '--host', HOSTILE],
    ['--http', '--allowed-hosts', HOSTILE],
    ['--http', '--allowed-origins', HOSTILE],
    ['--http', '--auth', HOSTILE],
    ['--http', '--auth', 'oauth', '--oauth-issuer', HOSTILE],
    ['--tools', HOSTILE],
    ['--log-level', HOSTILE],
    ['--arxiv-contact', HOSTILE],
  ])('is repeated as plain text: %j', async (...args) => {
    const env = { ROBOTICS_MCP_HOME: '/nowhere/robotics-mcp' };
    const { code, stdout, stderr } = await runHere(args, env);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^robotics-mcp: /);
    expect(`${stdout}${stderr}`).not.toMatch(STEERING);
  });

  it.each([
    ['doctor', '--data-dir', `/nowhere/${HOSTILE.replaceAll('\u0000', '')}`],
    ['info', '--data-dir', `/nowhere/${HOSTILE.replaceAll('\u0000', '')}`],
  ])('is repeated as plain text in what is found out: %j', async (...args) => {
    const { stdout, stderr } = await runHere(args, { NO_COLOR: '1' });
    expect(stdout).toContain('/nowhere/');
    expect(`${stdout}${stderr}`).not.toMatch(STEERING);
  });

  it('is no matter of options alone: an environment variable is repeated so too', async () => {
    const { stderr } = await runHere(['--http'], { ROBOTICS_MCP_PORT: HOSTILE });
    expect(stderr).toContain('ROBOTICS_MCP_PORT is a whole number');
    expect(stderr).not.toMatch(STEERING);
  });
});

it('what is printed keeps our own styles and its lines, and no other control character', () => {
  const stdout = new PassThrough();
  const stopped = new Promise<void>(() => undefined);
  const terminal = { stdin: new PassThrough(), stdout, stderr: stdout, env: { FORCE_COLOR: '1' }, stopped };
  const { strong, bad, soft } = styleFor(terminal);
  const ours = `${strong('head')}\n  ${bad('wrong')} ${soft('größe 机器人')}\n`;
  printText({ stdout }, ours);
  expect(String(stdout.read())).toBe(ours);
  printText({ stdout }, `${strong('head')}:  \u001b[8mhidden\u001b[2J\u009b1m\u202e\u0007\n`);
  expect(String(stdout.read())).toBe(`${strong('head')}:   [8mhidden [2J 1m  \n`);
});

it('what is said on several lines begins none of its own', () => {
  const stderr = new PassThrough();
  say({ stderr }, 'robotics-mcp: two faults:\na\nb');
  expect(String(stderr.read())).toBe('robotics-mcp: two faults:\n  a\n  b\n');
});
