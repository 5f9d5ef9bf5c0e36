import { describe, expect, it } from 'vitest';
import { ANYONE, callerOf, LOCAL_USER, NOBODY, STRANGER } from '../../src/lib/caller.ts';
import { createRegistry, type RegistryOptions } from '../../src/tools/registry.ts';

const reading = [
  'search_robots',
  'search_publications',
  'get_certification_info',
  'search_startups',
  'get_latest_news',
  'get_open_challenges',
  'search_manufacturers',
  'show',
];
const writing = ['submit_publication', 'report_error'];

function registryWith(options: Partial<RegistryOptions> = {}) {
  return createRegistry({
    select: 'default',
    readOnly: false,
    context: () => Promise.reject(new Error('No data are needed here.')),
    onInternalError: () => undefined,
    ...options,
  });
}

describe('the tools that a caller sees', () => {
  const registry = registryWith();

  it.each([
    ['anyone, where nobody has to show who they are', ANYONE, [...reading, ...writing]],
    ['a stranger, where one has to', STRANGER, reading],
    ['a caller who may read', callerOf('ana', true, ['read']), reading],
    ['nobody', NOBODY, []],
    ['an operator who may nothing else', callerOf('ops', true, ['operator']), []],
  ])('%s', (_name, caller, expected) => {
    expect([...registry.names(caller)].sort()).toEqual([...expected].sort());
    expect(registry.definitions(caller).map(({ name }) => name)).toEqual(registry.names(caller));
    for (const name of [...reading, ...writing])
      expect(registry.has(name, caller)).toBe(expected.includes(name));
  });

  it('are made once for callers with the same rights', () => {
    const [one, other] = ['one', 'other'].map((name) => callerOf(name, true, ['read']));
    if (one === undefined || other === undefined) throw new Error('Two callers were made.');
    expect(registry.definitions(one)).toBe(registry.definitions(other));
  });
});

it('does not run a tool for a caller who may not use it', async () => {
  await expect(registryWith().call('report_error', {}, STRANGER)).rejects.toThrow(
    'There is no tool report_error',
  );
});

it('says what a tool wants of its caller, whoever asks', () => {
  const registry = registryWith();
  expect(registry.requirement('search_robots')).toEqual({ scope: 'read', known: false });
  expect(registry.requirement('report_error')).toEqual({ scope: 'write', known: false });
  expect(registry.requirement('no_such_tool')).toBeUndefined();
});

it('drops the tools that write for everybody with --read-only', () => {
  const registry = registryWith({ readOnly: true });
  expect([...registry.names(LOCAL_USER)].sort()).toEqual([...reading].sort());
  expect(registry.requirement('report_error')).toBeUndefined();
});
