import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hasBalancer } from '../../scripts/harness/cluster.ts';
import { isStoreAddress } from '../../src/contributions/postgres/address.ts';

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string) => readFileSync(folder + name, 'utf8');

describe('what is handed out for several nodes', () => {
  it.skipIf(!hasBalancer()).each(['haproxy.cfg', 'haproxy.compose.cfg'])('%s is read by haproxy', (name) => {
    execFileSync('haproxy', ['-c', '-f', folder + name], { stdio: 'ignore' });
  });

  it.each(['haproxy.cfg', 'haproxy.compose.cfg'])(
    '%s passes on nothing that callers write for a proxy',
    (name) => {
      const lines = read(name)
        .split('\n')
        .map((line) => line.trim());
      for (const header of ['X-Forwarded-Host', 'X-Forwarded-Proto'])
        expect(lines.some((line) => line.startsWith(`http-request set-header ${header} `))).toBe(true);
      expect(lines).toContain('http-request del-header X-Request-Id');
    },
  );

  it('names addresses that the program takes, without a password', () => {
    const addresses = ['compose.yaml', 'systemd/robotics-mcp@.service'].flatMap((name) =>
      [...read(name).matchAll(/ROBOTICS_MCP_STORE[:=] ?(\S+)/g)].map(([, address = '']) => address),
    );
    expect(addresses).toHaveLength(3);
    for (const address of addresses) expect(isStoreAddress(address), address).toBe(true);
  });

  it('calls roles and database the same in every file and in the documentation', () => {
    const docs = (name: string) => readFileSync(`${folder}../docs/${name}`, 'utf8');
    const names = ['compose.yaml', 'systemd/robotics-mcp@.service', 'systemd/robotics-mcp-migrate.service'];
    const texts = [...names.map(read), read('roles.sh'), docs('postgres.md'), docs('scaling.md')];
    const all = texts.join('\n');
    const roles = [
      ...[...all.matchAll(/postgres:\/\/([a-z]\w*)@/g)].map(([, role]) => role),
      ...[...all.matchAll(/--role[" ,]+(\w+)/g)].map(([, role]) => role),
      ...[...all.matchAll(/(?:CREATE ROLE|OWNER|TO|POSTGRES_USER:) (\w+)/g)].map(([, role]) => role),
    ];
    expect(roles.length).toBeGreaterThan(12);
    expect([...new Set(roles)].sort()).toEqual(['robotics_node', 'robotics_owner']);
    const databases = [...all.matchAll(/postgres:\/\/[a-z]\w*@[\w.:]+\/(\w+)|(?:CREATE|ON) DATABASE (\w+)/g)];
    expect([...new Set(databases.map(([, one, other]) => one ?? other))]).toEqual(['robotics']);
  });

  it('is put by the documented commands into directories that they have made', () => {
    const commands = readFileSync(`${folder}../docs/scaling.md`, 'utf8');
    const made = /install -d [^\n]*?(\/etc\/robotics-mcp)\n/.exec(commands);
    expect(made).not.toBeNull();
    expect(commands.indexOf(' /etc/robotics-mcp/ ')).toBeGreaterThan(made?.index ?? Number.POSITIVE_INFINITY);
    for (const [, file = ''] of read('systemd/robotics-mcp@.service').matchAll(/EnvironmentFile=(\S+)/g))
      expect(file).toMatch(/^\/etc\/robotics-mcp\//);
  });

  it('sets options that the program knows, by the environment', () => {
    const options = readFileSync(fileURLToPath(new URL('../../docs/hosting.md', import.meta.url)), 'utf8');
    for (const name of [
      'compose.yaml',
      'systemd/robotics-mcp@.service',
      'systemd/robotics-mcp-migrate.service',
    ]) {
      for (const [variable] of read(name).matchAll(/ROBOTICS_MCP_[A-Z_]+/g))
        expect(options).toContain(variable);
    }
  });

  it('leads haproxy to the ports and names of the nodes', () => {
    const ports = [...read('haproxy.cfg').matchAll(/server node-\d 127\.0\.0\.1:(\d+)/g)].map(
      ([, port]) => port,
    );
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(read('systemd/robotics-mcp@.service')).toContain(`robotics-mcp@${port}`);
    const nodes = [...read('haproxy.compose.cfg').matchAll(/server (node-\d) \1:8787/g)].map(
      ([, node]) => node,
    );
    expect(nodes).toHaveLength(3);
    for (const node of nodes) expect(read('compose.yaml')).toMatch(new RegExp(`^ {2}${node}:$`, 'm'));
  });
});
