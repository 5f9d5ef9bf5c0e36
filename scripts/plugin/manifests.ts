import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawIcon } from '../mcpb/icon.ts';
import type { Identity } from './identity.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const listing = JSON.parse(readFileSync(`${root}packaging/listing.json`, 'utf8')) as Listing;

interface Listing {
  readonly name: string;
  readonly displayName: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly skills: string;
  readonly longDescription: string;
  readonly category: string;
  readonly keywords: readonly string[];
  readonly prompts: readonly string[];
  readonly environmentVariables: readonly object[];
}

/** Files by their paths. */
type Files = ReadonlyMap<string, Uint8Array | string>;

/** Where the folder is that plugin directories read, once there is one. */
export const PLUGIN_FOLDER = 'packaging/plugin';

/** The first start fetches the package: unless told otherwise, Codex waits 10 seconds and `gemini mcp list` 5. */
const STARTUP_SECONDS = 60;

// In their place hosts put where the folder is.
const PLUGIN_PLACE = `\${CLAUDE_PLUGIN_ROOT}/`;
const EXTENSION_PLACE = `\${extensionPath}/`;

/** For whoever installs from a clone, where nothing is built yet. */
const BUILD_FIRST = 'From a clone: run npm ci in it first, which builds dist/cli.js.';

/** What the manifests at the root and in the folder are made of. */
interface Source {
  readonly identity: Identity;
  readonly version: string;
}

/** How a host starts the server: npm's package by its exact version, or the program that was built beside the manifest. */
interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

function startOf({ identity, version }: Source, folder: string): Start {
  if (identity.npm !== null) return { command: 'npx', args: ['-y', `${identity.npm}@${version}`] };
  return { command: 'node', args: [`${folder}dist/cli.js`] };
}

/** The manifests at the root of the repository and of the package. */
export function rootManifests(source: Source): Files {
  const isBuilt = source.identity.npm === null;
  const codex = startOf(source, './');
  return new Map<string, Uint8Array | string>([
    ['.claude-plugin/plugin.json', claudeManifest(source, isBuilt)],
    ['.claude-plugin/icon.png', drawIcon()],
    ['.claude-plugin/marketplace.json', claudeMarketplace(source, isBuilt)],
    ['.codex-plugin/plugin.json', codexManifest(source, isBuilt)],
    [
      'codex-mcp.json',
      json({ mcpServers: { robotics: { ...codex, ...(isBuilt ? { cwd: '.' } : waiting) } } }),
    ],
    ['gemini-extension.json', geminiManifest(source, isBuilt)],
    ['server.json', registryEntry(source)],
    [
      'glama.json',
      json({ $schema: 'https://glama.ai/mcp/schemas/server.json', maintainers: ownersOf(source.identity) }),
    ],
    ['packaging/docker/server.yaml', dockerEntry(source.identity)],
    ...(isBuilt ? [] : [['.agents/plugins/marketplace.json', codexMarketplace()] as const]),
  ]);
}

const waiting = { startup_timeout_sec: STARTUP_SECONDS };

/** The folder for directories of plugins: small, without a build, and started from npm. Throws without a name there. */
export function pluginFolder(source: Source): Files {
  if (source.identity.npm === null)
    throw new Error('A folder without a build needs the name of a package on npm.');
  const codex = { robotics: { ...startOf(source, ''), ...waiting } };
  const skills = readdirSync(`${root}skills`).sort();
  return new Map<string, Uint8Array | string>([
    ['.claude-plugin/plugin.json', claudeManifest(source, false)],
    ['.claude-plugin/icon.png', drawIcon()],
    ['.codex-plugin/plugin.json', codexManifest(source, false)],
    ['codex-mcp.json', json({ mcpServers: codex })],
    ['.cursor-plugin/plugin.json', cursorManifest(source)],
    ['gemini-extension.json', geminiManifest(source, false)],
    ['README.md', folderReadme(source)],
    ['LICENSE', readFileSync(`${root}LICENSE`, 'utf8')],
    ['PRIVACY.md', readFileSync(`${root}PRIVACY.md`, 'utf8')],
    ...skills.map((name) => {
      const path = `skills/${name}/SKILL.md`;
      return [path, readFileSync(`${root}${path}`, 'utf8')] as const;
    }),
  ]);
}

/** What a manifest of the bundle format says beside its own template. */
export function bundleMembers({ author, homepage, repository, support, privacy }: Identity): object {
  return {
    display_name: listing.displayName,
    long_description: listing.longDescription,
    author: authorOf({ author }),
    keywords: listing.keywords,
    ...given({ homepage, support, documentation: homepage }),
    ...(repository === null ? {} : { repository: { type: 'git', url: repository } }),
    ...(privacy === null ? {} : { privacy_policies: [privacy] }),
  };
}

/** Writes files below a directory. */
export function writeFiles(directory: string, files: Files): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

function described(isBuilt: boolean): string {
  const what = `${listing.description}, ${listing.skills}`;
  return isBuilt ? `${what}. ${BUILD_FIRST}` : what;
}

/** What every manifest says in the same words. */
function common({ identity, version }: Source, isBuilt: boolean): object {
  return {
    name: listing.name,
    version,
    description: described(isBuilt),
    author: authorOf(identity),
    ...given({ homepage: identity.homepage, repository: identity.repository }),
    license: 'MIT',
    keywords: listing.keywords,
  };
}

/** Who answers for it: the contributors, as long as no author is named. */
function authorOf({ author }: Pick<Identity, 'author'>): NonNullable<Identity['author']> {
  return author ?? { name: 'The robotics-mcp contributors' };
}

/** Those members that are known. */
function given(members: Readonly<Record<string, string | null>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

function claudeManifest(source: Source, isBuilt: boolean): string {
  const { privacy, support } = source.identity;
  return json({
    ...common(source, isBuilt),
    displayName: listing.displayName,
    ...given({ privacyPolicyUrl: privacy, supportUrl: support }),
    mcpServers: { robotics: startOf(source, PLUGIN_PLACE) },
  });
}

function claudeMarketplace({ identity, version }: Source, isBuilt: boolean): string {
  const { name } = authorOf(identity);
  return json({
    name: listing.name,
    owner: { name },
    metadata: { description: described(isBuilt), version },
    plugins: [
      { name: listing.name, source: isBuilt ? './' : `./${PLUGIN_FOLDER}`, description: described(isBuilt) },
    ],
  });
}

function codexMarketplace(): string {
  const plugin = {
    name: listing.name,
    source: { source: 'local', path: `./${PLUGIN_FOLDER}` },
    policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
    category: listing.category,
  };
  return json({ name: listing.name, interface: { displayName: listing.displayName }, plugins: [plugin] });
}

function codexManifest(source: Source, isBuilt: boolean): string {
  const { homepage, support, privacy, terms } = source.identity;
  return json({
    ...common(source, isBuilt),
    skills: './skills/',
    mcpServers: './codex-mcp.json',
    interface: {
      displayName: listing.displayName,
      shortDescription: listing.shortDescription,
      longDescription: listing.longDescription,
      developerName: authorOf(source.identity).name,
      category: listing.category,
      ...given({
        websiteURL: homepage,
        supportURL: support,
        privacyPolicyURL: privacy,
        termsOfServiceURL: terms,
      }),
      defaultPrompt: listing.prompts,
      composerIcon: './.claude-plugin/icon.png',
      logo: './.claude-plugin/icon.png',
    },
  });
}

function cursorManifest(source: Source): string {
  const { author, ...rest } = common(source, false) as { author: { name: string; email?: string } };
  return json({
    ...rest,
    displayName: listing.displayName,
    // Its schema takes no address there.
    author: { name: author.name, ...(author.email !== undefined && { email: author.email }) },
    logo: '.claude-plugin/icon.png',
    category: listing.category,
    skills: './skills/',
    mcpServers: { robotics: startOf(source, '') },
  });
}

function geminiManifest(source: Source, isBuilt: boolean): string {
  return json({
    name: listing.name,
    version: source.version,
    description: described(isBuilt),
    mcpServers: {
      robotics: {
        ...startOf(source, EXTENSION_PLACE),
        ...(isBuilt ? {} : { timeout: STARTUP_SECONDS * 1000 }),
      },
    },
  });
}

/** Whose the repository is, where its host says so in the address. */
function ownersOf({ repository }: Identity): string[] {
  const [, owner] = repository === null ? [] : new URL(repository).pathname.split('/');
  return owner === undefined ? [] : [owner];
}

/** The name in the MCP registry. */
function registryName({ npm, namespace }: Identity): string {
  // The registry wants a namespace; this one is reserved for examples, so that it can be nobody's.
  return `${namespace ?? 'org.example'}/${(npm ?? listing.name).replace(/^@.*\//, '')}`;
}

/** What package.json says of whoever publishes it, as far as that is known; the registry compares `mcpName` with its own. */
export function packageMembers(identity: Identity): Readonly<Record<string, unknown>> {
  const { npm, namespace, repository, homepage, support, author } = identity;
  return {
    name: npm ?? listing.name,
    ...(namespace !== null && { mcpName: registryName(identity) }),
    ...(author !== null && { author }),
    ...given({ homepage }),
    ...(repository !== null && { repository: { type: 'git', url: `git+${repository}.git` } }),
    ...(support !== null && { bugs: { url: support } }),
  };
}

/** Links by which editors install the server; none without a package. One configuration is behind all of them. */
export function installButtons(source: Source): string {
  if (source.identity.npm === null) return '';
  const start = startOf(source, '');
  const cursor = encodeURIComponent(Buffer.from(JSON.stringify(start)).toString('base64'));
  return [
    `[Install in VS Code](https://vscode.dev/redirect/mcp/install?name=robotics&config=${encodeURIComponent(JSON.stringify(start))})`,
    `[in Cursor](https://cursor.com/en/install-mcp?name=robotics&config=${cursor})`,
    '',
  ]
    .join(' · ')
    .replace(/ · $/, '\n');
}

/** A page with these buttons in their place. */
export function withButtons(page: string, buttons: string): string {
  return page.replace(/(?<=<!-- buttons -->\n)[\s\S]*?(?=<!-- end -->)/, () => buttons);
}

/** What the MCP registry is told; without a package, as long as there is none. */
function registryEntry({ identity, version }: Source): string {
  const { npm, repository, homepage, icon } = identity;
  const npmPackage = {
    registryType: 'npm',
    identifier: npm,
    version,
    transport: { type: 'stdio' },
    environmentVariables: listing.environmentVariables,
  };
  return json({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(identity),
    title: listing.displayName,
    description: listing.description,
    version,
    ...(homepage === null ? {} : { websiteUrl: homepage }),
    ...(repository === null ? {} : { repository: { url: repository, source: 'github' } }),
    ...(icon === null ? {} : { icons: [{ src: icon, mimeType: 'image/png', sizes: ['512x512'] }] }),
    ...(npm === null ? {} : { packages: [npmPackage] }),
  });
}

/** What Docker's registry is told: https://github.com/docker/mcp-registry/blob/main/CONTRIBUTING.md */
function dockerEntry({ repository, icon }: Identity): string {
  return [
    `name: ${listing.name}`,
    // Docker builds it itself, and puts it below its own name.
    `image: mcp/${listing.name}`,
    'type: server',
    'meta:',
    '  category: data-analytics',
    `  tags: [${listing.keywords.join(', ')}]`,
    'about:',
    `  title: ${listing.displayName}`,
    `  description: ${JSON.stringify(listing.longDescription)}`,
    ...(icon === null ? [] : [`  icon: ${icon}`]),
    ...(repository === null ? [] : ['source:', `  project: ${repository}`]),
    'run:',
    '  command: [stdio]',
    `  volumes: ["${listing.name}:/data"]`,
    '',
  ].join('\n');
}

function folderReadme({ identity }: Source): string {
  const { privacy, support, homepage } = identity;
  return [
    `# ${listing.displayName}`,
    '',
    listing.longDescription,
    '',
    'Four skills come with it: choose a robot, certify a robot, review the literature, follow a market.',
    '',
    '## Ask',
    '',
    ...listing.prompts.map((prompt) => `- ${prompt}`),
    '',
    '## Start',
    '',
    'The host starts the server by `npx`: Node.js 20.19 or newer has to be there, and the first start fetches about 20 MB.',
    'Nothing else is installed, and nothing runs at installation.',
    '',
    '## Privacy',
    '',
    'Questions and answers stay on your machine. What leaves it: the arXiv id of a paper that you submit, and what you let a',
    'service that you name yourself have. Nothing is measured or reported.',
    ...(privacy === null ? [] : ['', `The whole text: ${privacy}`]),
    ...(support === null ? [] : ['', `Questions: ${support}`]),
    ...(homepage === null ? [] : ['', `More: ${homepage}`]),
    '',
    'Code: MIT. Dataset: CC0 1.0.',
    '',
  ].join('\n');
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
