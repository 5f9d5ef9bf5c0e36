import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, it } from 'vitest';
import { rootManifests } from '../../scripts/plugin/manifests.ts';
import { trialIdentity } from '../../scripts/plugin/trial-identity.ts';
import { showDefault, variableOf } from '../../src/cli/option-values.ts';
import { optionNames, options } from '../../src/cli/options.ts';

const read = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8'));

/** The registry's own schema without its explanations; its licence stands beside it. */
const schema = read('test/packaging/registry-schema/server.schema.json');

const committed = read('server.json');
const program = read('package.json');
/** As it is once there is a package. */
const published = JSON.parse(
  String(rootManifests({ identity: trialIdentity, version: program.version }).get('server.json')),
);

describe('by the registry’s schema of 2025-12-11', () => {
  const server = published;
  const valid = new AjvJsonSchemaValidator().getValidator(schema);

  it.each([
    ['what is committed', committed],
    ['what is published', published],
  ])('%s is valid, and names that schema', (_which, server) => {
    expect(valid(server)).toMatchObject({ valid: true });
    expect(server.$schema).toBe(schema.$id);
  });

  it.each([
    ['a name without a namespace', { name: 'robotics-mcp' }],
    ['a description of more than 100 letters', { description: 'x'.repeat(101) }],
    ['no version', { version: undefined }],
    [
      'a package without a transport',
      { packages: [{ registryType: 'npm', identifier: 'x', version: '1.0.0' }] },
    ],
    [
      'a variable without a name',
      { packages: [{ ...server.packages[0], environmentVariables: [{ format: 'boolean' }] }] },
    ],
  ])('%s is not', (_what, change) => {
    expect(valid(JSON.parse(JSON.stringify({ ...server, ...change })))).toMatchObject({ valid: false });
  });
});

describe('what the MCP registry is told', () => {
  const server = published;
  const [npm] = server.packages;

  it('is about this package, in this version', () => {
    expect([server.version, npm.version]).toEqual([program.version, program.version]);
    expect(npm).toMatchObject({
      registryType: 'npm',
      identifier: program.name,
      transport: { type: 'stdio' },
    });
    expect(server).toMatchObject({
      websiteUrl: trialIdentity.homepage,
      icons: [{ src: trialIdentity.icon }],
    });
    expect(server.description.length).toBeLessThanOrEqual(100);
  });

  it('has no name that is somebody else’s: an example, or the one that the package states', () => {
    expect(committed.name).toBe(program.mcpName ?? 'org.example/robotics-mcp');
  });

  it('names variables that the program knows, with their defaults, as the bundle does', () => {
    const variables = npm.environmentVariables as { name: string; default?: string }[];
    for (const { name, default: fallback } of variables) {
      const option = optionNames.find((each) => variableOf(each) === name);
      expect(option, name).toBeDefined();
      if (option && fallback !== undefined) expect(fallback).toBe(showDefault(options[option].default));
    }
    const { env } = read('packaging/mcpb/manifest.json').server.mcp_config;
    expect(variables.map(({ name }) => name)).toEqual(Object.keys(env));
  });
});
