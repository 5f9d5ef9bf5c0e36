import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { faultsOf, type Identity, readIdentity } from '../../scripts/plugin/identity.ts';
import {
  installButtons,
  PLUGIN_FOLDER,
  packageMembers,
  pluginFolder,
  rootManifests,
  withButtons,
} from '../../scripts/plugin/manifests.ts';
import { trialIdentity } from '../../scripts/plugin/trial-identity.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const committed = readIdentity(join(root, 'packaging/identity.json'));

/** Everything in the repository that some host, directory or registry reads: not code, data, or text for people. */
function manifestFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const own = /^(?:(?:\.[\w-]+-plugin|\.agents|packaging)\/.*|[\w-]+)\.(?:json|ya?ml|toml)$/;
  const others = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'biome.json',
    'packaging/identity.json',
  ];
  return list.filter((path) => own.test(path) && !others.includes(path) && existsSync(join(root, path)));
}

/** What would have a host fetch the program from npm. */
const FETCHES = /\bnpx\b|"npm"|\bregistryType\b|npm_package|pnpm|bunx/;

describe('the committed manifests', () => {
  it('are what the configuration says: otherwise run npm run plugin', () => {
    for (const [path, content] of rootManifests({ identity: committed, version })) {
      if (typeof content !== 'string')
        expect(readFileSync(join(root, path)).equals(content), path).toBe(true);
      else if (!path.endsWith('.json')) expect(read(path)).toBe(content);
      else expect(JSON.parse(read(path)), path).toEqual(JSON.parse(content));
    }
    expect(existsSync(join(root, PLUGIN_FOLDER))).toBe(committed.npm !== null);
  });

  it('have nobody run a name on npm that the owner does not hold', () => {
    const files = manifestFiles();
    expect(files).toContain('.claude-plugin/plugin.json');
    expect(files).toContain('server.json');
    if (committed.npm !== null) return;
    for (const path of files) expect(read(path).match(FETCHES) ?? [], path).toEqual([]);
  });

  it('say that the clone has to be built first, as long as they start what is built', () => {
    if (committed.npm !== null) return;
    for (const path of ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json', 'gemini-extension.json'])
      expect(JSON.parse(read(path)).description, path).toContain('npm ci');
  });

  it('would be told apart from those that fetch the program', () => {
    const published = rootManifests({ identity: trialIdentity, version });
    for (const path of [
      '.claude-plugin/plugin.json',
      'codex-mcp.json',
      'gemini-extension.json',
      'server.json',
    ])
      expect(String(published.get(path)), path).toMatch(FETCHES);
  });

  it('name nothing invented', () => expect(faultsOf(committed)).toEqual([]));
});

describe('what npm, editors and Glama are told', () => {
  const PACKAGE_KEYS = ['name', 'mcpName', 'author', 'homepage', 'repository', 'bugs'];
  const told = (members: object) =>
    Object.entries(members)
      .filter(([key]) => PACKAGE_KEYS.includes(key))
      .sort();

  it('is what the identity says, in package.json and in the README: otherwise run npm run plugin', () => {
    expect(told(JSON.parse(read('package.json')))).toEqual(told(packageMembers(committed)));
    const readme = read('README.md');
    expect(readme).toContain('<!-- buttons -->');
    expect(withButtons(readme, installButtons({ identity: committed, version }))).toBe(readme);
  });

  it('is the same name for npm, for the MCP registry and in the links, once there is one', () => {
    const source = { identity: trialIdentity, version };
    const members = packageMembers(trialIdentity);
    const server = JSON.parse(String(rootManifests(source).get('server.json')));
    expect([members.name, members.mcpName]).toEqual([server.packages[0].identifier, server.name]);
    expect(members).toMatchObject({
      author: trialIdentity.author,
      homepage: trialIdentity.homepage,
      repository: { type: 'git', url: `git+${trialIdentity.repository}.git` },
      bugs: { url: trialIdentity.support },
    });
    const [code = '', cursor = ''] = installButtons(source).match(/(?<=config=)[^)]+/g) ?? [];
    const start = { command: 'npx', args: ['-y', `${trialIdentity.npm}@${version}`] };
    expect(JSON.parse(decodeURIComponent(code))).toEqual(start);
    expect(JSON.parse(Buffer.from(decodeURIComponent(cursor), 'base64').toString())).toEqual(start);
    expect(JSON.parse(String(rootManifests(source).get('glama.json'))).maintainers).toEqual(['repository']);
  });

  it('is published with its provenance, by a workflow that stops without a name', () => {
    const { publishConfig, keywords } = JSON.parse(read('package.json'));
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
    expect(keywords).toEqual(JSON.parse(read('packaging/listing.json')).keywords);
    const workflow = parse(read('.github/workflows/release.yml'));
    expect(workflow.jobs.publish.permissions['id-token']).toBe('write');
    const runs: string[] = workflow.jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    const [guard = ''] = runs;
    const script = /node -e '([\s\S]*)'/.exec(guard)?.[1] ?? '';
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_REF_NAME: `v${version}` },
    });
    expect([status === 0, /names no package/.test(stderr)]).toEqual(
      committed.npm === null ? [false, true] : [true, false],
    );
    expect(runs.findIndex((line) => line.startsWith('npm publish'))).toBeGreaterThan(runs.indexOf('.ci/run'));
  });
});

describe('an identity is refused', () => {
  const held: Identity = {
    npm: '@robotmaker/robotics-mcp',
    repository: 'https://github.com/robotmaker/robotics-mcp',
    namespace: 'io.github.robotmaker',
    homepage: 'https://github.com/robotmaker/robotics-mcp#readme',
    author: { name: 'Robot Maker' },
    support: null,
    privacy: null,
    terms: null,
    icon: null,
  };

  it('but for one that could be true', () => expect(faultsOf(held)).toEqual([]));

  it.each<[string, Partial<Record<keyof Identity | 'npmName', unknown>>]>([
    ['a host reserved for examples', { homepage: 'https://robotics.example.com/' }],
    ['a host of this machine', { support: 'https://localhost/' }],
    ['an address that is not https', { privacy: 'http://github.com/robotmaker' }],
    ['no address', { icon: 'icon.png' }],
    ['a name to be filled in', { repository: 'https://github.com/your-name/robotics-mcp' }],
    ['a namespace reserved for examples', { namespace: 'org.example' }],
    ['a namespace that is none', { namespace: 'robotics' }],
    ['a name that npm does not take', { npm: 'Robotics MCP' }],
    ['a package without a repository', { repository: null }],
    ['a package without an author', { author: null }],
    ['a member that nobody reads', { npmName: 'robotics-mcp' }],
  ])('with %s', (_what, change) => {
    expect(faultsOf({ ...held, ...change } as Identity)).toHaveLength(1);
  });
});

describe('the folder for directories', () => {
  const files = pluginFolder({ identity: trialIdentity, version });
  const json = (path: string) => JSON.parse(String(files.get(path)));

  it('is small: text and one icon, nothing built', () => {
    expect([...files.keys()].sort()).toEqual([
      '.claude-plugin/icon.png',
      '.claude-plugin/plugin.json',
      '.codex-plugin/plugin.json',
      '.cursor-plugin/plugin.json',
      'LICENSE',
      'PRIVACY.md',
      'README.md',
      'codex-mcp.json',
      'gemini-extension.json',
      'skills/certify-a-robot/SKILL.md',
      'skills/choose-a-robot/SKILL.md',
      'skills/follow-a-market/SKILL.md',
      'skills/review-the-literature/SKILL.md',
    ]);
    // Directories hold back what is larger.
    for (const [path, content] of files) expect(content.length, path).toBeLessThan(256 * 1024);
  });

  it('starts the exact version of the package in every host', () => {
    const start = { command: 'npx', args: ['-y', `${trialIdentity.npm}@${version}`] };
    for (const path of ['.claude-plugin', '.cursor-plugin'].map((name) => `${name}/plugin.json`))
      expect(json(path).mcpServers.robotics).toEqual(start);
    expect(json('codex-mcp.json').mcpServers.robotics).toMatchObject(start);
    expect(json('gemini-extension.json').mcpServers.robotics).toMatchObject(start);
  });

  it('waits for the first start where hosts would not', () => {
    expect(json('codex-mcp.json').mcpServers.robotics.startup_timeout_sec).toBeGreaterThanOrEqual(60);
    expect(json('gemini-extension.json').mcpServers.robotics.timeout).toBeGreaterThanOrEqual(60_000);
  });

  it('has what directories ask for', () => {
    const claude = json('.claude-plugin/plugin.json');
    expect(claude).toMatchObject({
      version,
      license: 'MIT',
      displayName: 'Robotics',
      author: trialIdentity.author,
    });
    expect(claude).toMatchObject({
      privacyPolicyUrl: trialIdentity.privacy,
      supportUrl: trialIdentity.support,
    });
    const readme = String(files.get('README.md'));
    expect(readme.split(/\s+/).length).toBeGreaterThanOrEqual(40);
    expect(readme).toContain('## Privacy');
    const { interface: shown } = json('.codex-plugin/plugin.json');
    expect(shown.displayName.length).toBeLessThanOrEqual(30);
    expect(shown.shortDescription.length).toBeLessThanOrEqual(30);
    expect(shown.defaultPrompt).toHaveLength(3);
    for (const prompt of shown.defaultPrompt) expect(prompt.length).toBeLessThanOrEqual(128);
    for (const member of ['longDescription', 'developerName', 'category', 'websiteURL', 'supportURL'])
      expect(shown[member], member).toBeTruthy();
    for (const member of ['privacyPolicyURL', 'termsOfServiceURL'])
      expect(shown[member], member).toBeTruthy();
    for (const picture of [shown.logo, shown.composerIcon])
      expect([...files.keys()]).toContain(picture.slice(2));
  });

  it('names for Cursor what its schema knows, and nothing else', () => {
    const known = [
      'name',
      'displayName',
      'description',
      'version',
      'author',
      'homepage',
      'repository',
      'license',
    ];
    const more = ['logo', 'keywords', 'category', 'skills', 'mcpServers'];
    const manifest = json('.cursor-plugin/plugin.json');
    expect(Object.keys(manifest).filter((key) => ![...known, ...more].includes(key))).toEqual([]);
    expect(Object.keys(manifest.author).sort()).toEqual(['email', 'name']);
  });

  it('is not made without a name on npm', () => {
    expect(() => pluginFolder({ identity: { ...trialIdentity, npm: null }, version })).toThrow('npm');
  });
});

describe('npm run plugin', () => {
  const place = mkdtempSync(join(tmpdir(), 'robotics-mcp-plugin-'));
  afterAll(() => rmSync(place, { recursive: true }));
  const plugin = (...args: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/plugin.ts', ...args], {
      cwd: root,
      stdio: 'pipe',
      encoding: 'utf8',
    });

  it('tries another identity elsewhere', () => {
    const file = join(place, 'identity.json');
    writeFileSync(file, JSON.stringify(trialIdentity));
    expect(plugin('--identity', file, '--out', join(place, 'out'))).toContain('by npx');
    expect(existsSync(join(place, 'out', PLUGIN_FOLDER, 'README.md'))).toBe(true);
    expect(existsSync(join(place, 'out/.agents/plugins/marketplace.json'))).toBe(true);
  });

  it('writes no other identity into the repository', () => {
    expect(() => plugin('--identity', join(place, 'identity.json'))).toThrow('--out');
  });
});
