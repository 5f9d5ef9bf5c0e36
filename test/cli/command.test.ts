import { describe, expect, it } from 'vitest';
import { type Command, checkFlags, nearestName } from '../../src/cli/command.ts';

const command: Command = {
  words: '[action] [names..]',
  usage: '',
  positionals: { action: { choices: ['add', 'list'] } },
  options: { scope: { choices: ['read', 'write'] }, 'data-dir': { alias: 'd' } },
  handler: async () => 0,
};

describe('a command line', () => {
  it.each([
    [{ action: 'add', names: ['x'], scope: 'read', d: '.', 'data-dir': '.' }, []],
    [{ help: true, h: true }, []],
    [{ '--': ['what', 'follows'], scope: undefined }, []],
  ])('of what the command has passes: %j', (flags, words) => {
    expect(() => checkFlags(command, flags, words, [])).not.toThrow();
  });

  it.each([
    [{ scop: 'x' }, [], 'There is no option or command "scop". Did you mean --scope?'],
    [{ version: true }, [], 'There is no option or command "version". See --help.'],
    [{}, ['inof'], 'There is no option or command "inof". Did you mean info?'],
    [{ action: 'lst' }, [], 'action is one of add, list, not "lst".'],
    [{ scope: ['read', 'all'] }, [], '--scope is one of read, write, not "all".'],
  ])('with %j and %j is refused', (flags, words, message) => {
    expect(() => checkFlags(command, flags, words, ['info'])).toThrow(message);
  });
});

it('finds what was meant', () => {
  expect(nearestName('prot', ['port', 'host'])).toBe('port');
  expect(nearestName('alowed_hosts', ['allowed-hosts', 'allowed-origins'])).toBe('allowed-hosts');
  expect(nearestName('xyzzy', ['port', 'host'])).toBeUndefined();
});
