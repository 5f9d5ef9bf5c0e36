import { expect, it } from 'vitest';
import { readEnvironment, readOption, variableOf } from '../../src/cli/option-values.ts';
import { optionNames } from '../../src/cli/options.ts';

it('has a variable for every option', () => {
  expect(optionNames.map(variableOf)).toEqual([
    'ROBOTICS_MCP_HTTP',
    'ROBOTICS_MCP_PORT',
    'ROBOTICS_MCP_HOST',
    'ROBOTICS_MCP_ALLOWED_HOSTS',
    'ROBOTICS_MCP_ALLOWED_ORIGINS',
    'ROBOTICS_MCP_AUTH',
    'ROBOTICS_MCP_PRIVATE',
    'ROBOTICS_MCP_OAUTH_ISSUER',
    'ROBOTICS_MCP_OAUTH_AUDIENCE',
    'ROBOTICS_MCP_OAUTH_RESOURCE',
    'ROBOTICS_MCP_OPENAI_CHALLENGE',
    'ROBOTICS_MCP_OAUTH_JWKS',
    'ROBOTICS_MCP_WORKERS',
    'ROBOTICS_MCP_TRUST_PROXY',
    'ROBOTICS_MCP_RATE_LIMIT',
    'ROBOTICS_MCP_KEEP_ALIVE',
    'ROBOTICS_MCP_TOOLS',
    'ROBOTICS_MCP_READ_ONLY',
    'ROBOTICS_MCP_LINKS',
    'ROBOTICS_MCP_STRUCTURED',
    'ROBOTICS_MCP_HOME',
    'ROBOTICS_MCP_STORE',
    'ROBOTICS_MCP_ARXIV_API',
    'ROBOTICS_MCP_ARXIV_CONTACT',
    'ROBOTICS_MCP_MAX_PENDING',
    'ROBOTICS_MCP_MAX_MEGABYTES',
    'ROBOTICS_MCP_SERVICE',
    'ROBOTICS_MCP_FORWARD_CONTACT',
    'ROBOTICS_MCP_LOG_LEVEL',
    'ROBOTICS_MCP_LOG_FORMAT',
    'ROBOTICS_MCP_SYNC',
    'ROBOTICS_MCP_FROM',
    'ROBOTICS_MCP_SYNC_KEY',
    'ROBOTICS_MCP_ALLOW_UNSIGNED',
    'ROBOTICS_MCP_RELEASES',
    'ROBOTICS_MCP_DATASET',
    'ROBOTICS_MCP_RELEASE_KEY',
    'ROBOTICS_MCP_FEEDS',
    'ROBOTICS_MCP_LINKS_PER_DAY',
    'ROBOTICS_MCP_ARXIV_OAI',
    'ROBOTICS_MCP_OPENFDA',
    'ROBOTICS_MCP_JSON',
  ]);
});

it('reads each by its kind', () => {
  const env = {
    ROBOTICS_MCP_HTTP: 'yes',
    ROBOTICS_MCP_PORT: '0',
    ROBOTICS_MCP_HOST: ' ::1 ',
    ROBOTICS_MCP_ALLOWED_HOSTS: 'a.org, b.org',
    ROBOTICS_MCP_ALLOWED_ORIGINS: '*',
    ROBOTICS_MCP_TOOLS: 'beta',
    ROBOTICS_MCP_READ_ONLY: 'FALSE',
    ROBOTICS_MCP_UNRELATED: 'x',
  };
  expect(readEnvironment(env)).toEqual({
    http: true,
    port: 0,
    host: '::1',
    'allowed-hosts': ['a.org', 'b.org'],
    'allowed-origins': ['*'],
    tools: 'beta',
    'read-only': false,
  });
});

it.each(['', '  ', `\${user_config.port}`])('takes "%s" as unset', (value) => {
  expect(readEnvironment({ ROBOTICS_MCP_PORT: value, ROBOTICS_MCP_HTTP: value })).toEqual({});
});

it.each([
  ['ROBOTICS_MCP_PORT', '70000'],
  ['ROBOTICS_MCP_PORT', '-1'],
  ['ROBOTICS_MCP_PORT', '1e3'],
  ['ROBOTICS_MCP_HTTP', 'perhaps'],
  ['ROBOTICS_MCP_WORKERS', '0'],
  ['ROBOTICS_MCP_WORKERS', '65'],
  ['ROBOTICS_MCP_TRUST_PROXY', 'yes'],
  ['ROBOTICS_MCP_RATE_LIMIT', '-1'],
  ['ROBOTICS_MCP_LOG_LEVEL', 'loud'],
  ['ROBOTICS_MCP_LOG_FORMAT', 'xml'],
  ['ROBOTICS_MCP_ALLOWED_HOSTS', 'a,,b'],
  ['ROBOTICS_MCP_ALLOWED_ORIGINS', 'example.org'],
  ['ROBOTICS_MCP_ALLOWED_ORIGINS', 'https://example.org/'],
])('refuses %s=%s by its name', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(name);
});

it('reads only what the command has', () => {
  expect(readEnvironment({ ROBOTICS_MCP_PORT: 'x', ROBOTICS_MCP_JSON: '1' }, ['json'])).toEqual({
    json: true,
  });
});

it.each([
  ['', 24],
  ['true', 24],
  ['6', 6],
  ['0.5', 0.5],
  ['off', undefined],
  ['0', undefined],
])('reads how often to sync from %j', (text, hours) => {
  expect(readOption('sync', text, '--sync')).toBe(hours);
});

it.each(['weekly', '-1', '501', '1e9'])('takes %j for no number of hours', (text) => {
  expect(() => readOption('sync', text, '--sync')).toThrow('--sync is a number of hours up to 500');
});
