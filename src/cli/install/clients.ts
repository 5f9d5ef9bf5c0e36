import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { expandHome } from '../../lib/home-path.ts';
import { UsageError } from '../terminal.ts';

/** The settings of one server in a host's configuration. */
export type Entry = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A host: where it keeps its configuration, and how a server is entered there. */
export interface Client {
  readonly id: string;
  readonly title: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** The key that holds the servers. */
  readonly container: string;
  /** A host without it takes no addresses in its file; `remoteInstead` says what it does take. */
  readonly remote?: (url: string) => Entry;
  readonly remoteInstead?: string;
  /** The entry for a program to start. */
  readonly local: (program: Program) => Entry;
  readonly userFile: (machine: Machine) => string;
  /** Below the project's directory; a host without one knows the user's servers alone. */
  readonly projectFile?: readonly string[];
  /** What is left for the user to do. */
  readonly next: string;
}

/** The name of our server in every host's configuration. */
export const SERVER_NAME = 'robotics';

/** Every key under which some host has the address of a server. */
export const ADDRESS_KEYS: readonly string[] = ['url', 'httpUrl', 'serverUrl', 'uri'];

/** Every key by which some host says how a server is reached: ours, whatever stood there before. */
export const TRANSPORT_KEYS: readonly string[] = ['type', 'command', 'cmd', 'args', ...ADDRESS_KEYS];

/** The hosts that this program can write itself into. */
export const clients: readonly Client[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    container: 'mcpServers',
    remoteInstead:
      'Claude Desktop takes no addresses in its file. Add it as a custom connector in its settings.',
    local: plain,
    userFile: (machine) => join(machine, applicationData(machine), 'Claude', 'claude_desktop_config.json'),
    next: 'Quit Claude Desktop altogether and start it again.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ type: 'http', url }),
    local: (program) => ({ type: 'stdio', ...plain(program) }),
    userFile: (machine) =>
      join(machine, directoryIn(machine, 'CLAUDE_CONFIG_DIR') ?? home(machine), '.claude.json'),
    projectFile: ['.mcp.json'],
    next: 'Start a new session of Claude Code; /mcp shows the server.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ url }),
    local: plain,
    userFile: (machine) => join(machine, home(machine), '.cursor', 'mcp.json'),
    projectFile: ['.cursor', 'mcp.json'],
    next: 'Restart Cursor and switch the server on among its MCP servers.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    container: 'servers',
    remote: (url) => ({ type: 'http', url }),
    local: (program) => ({ type: 'stdio', ...plain(program) }),
    userFile: (machine) => join(machine, applicationData(machine), 'Code', 'User', 'mcp.json'),
    projectFile: ['.vscode', 'mcp.json'],
    next: 'Run "MCP: List Servers" in VS Code and start the server; VS Code asks whether you trust it.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    container: 'mcpServers',
    remote: (serverUrl) => ({ serverUrl }),
    local: plain,
    userFile: (machine) => join(machine, home(machine), '.codeium', 'windsurf', 'mcp_config.json'),
    next: 'Press Refresh in the list of MCP servers in Windsurf, or restart it.',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'json',
    container: 'mcpServers',
    remote: (httpUrl) => ({ httpUrl }),
    local: plain,
    userFile: (machine) => join(machine, home(machine), '.gemini', 'settings.json'),
    projectFile: ['.gemini', 'settings.json'],
    next: 'Start Gemini CLI anew; /mcp shows the server.',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    remote: (url) => ({ url }),
    local: plain,
    userFile: (machine) =>
      join(
        machine,
        directoryIn(machine, 'CODEX_HOME') ?? join(machine, home(machine), '.codex'),
        'config.toml',
      ),
    projectFile: ['.codex', 'config.toml'],
    next: 'Start Codex anew; /mcp shows the server.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'json',
    container: 'context_servers',
    remote: (url) => ({ url }),
    local: plain,
    userFile: (machine) =>
      machine.platform === 'win32'
        ? join(machine, applicationData(machine), 'Zed', 'settings.json')
        : join(machine, configDirectory(machine), 'zed', 'settings.json'),
    next: 'Zed takes it at once; the Agent Panel shows whether it runs.',
  },
  {
    id: 'cline',
    title: 'Cline',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ type: 'streamableHttp', url }),
    local: plain,
    userFile: (machine) =>
      directoryIn(machine, 'CLINE_MCP_SETTINGS_PATH') ??
      join(machine, home(machine), '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    next: 'Start Cline anew. In an editor, MCP Servers, Configure shows the file that it reads there: --print gives what belongs into it.',
  },
  {
    id: 'roo',
    title: 'Roo Code',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ type: 'streamable-http', url }),
    local: plain,
    userFile: (machine) =>
      join(
        machine,
        applicationData(machine),
        ...['Code', 'User', 'globalStorage', 'rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'],
      ),
    projectFile: ['.roo', 'mcp.json'],
    next: 'Press Refresh MCP Servers in Roo Code.',
  },
  {
    id: 'goose',
    title: 'Goose',
    format: 'yaml',
    container: 'extensions',
    remote: (uri) => ({ enabled: true, type: 'streamable_http', name: SERVER_NAME, uri, timeout: 300 }),
    local: ({ command, args }) => ({
      ...{ enabled: true, type: 'stdio', name: SERVER_NAME },
      ...{ cmd: command, args, timeout: 300 },
    }),
    userFile: (machine) =>
      machine.platform === 'win32'
        ? join(machine, applicationData(machine), 'Block', 'goose', 'config', 'config.yaml')
        : join(machine, home(machine), '.config', 'goose', 'config.yaml'),
    next: 'Start a new session of Goose.',
  },
  {
    id: 'continue',
    title: 'Continue',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ type: 'streamable-http', url }),
    local: plain,
    userFile: (machine) => join(machine, home(machine), '.continue', 'mcpServers', `${SERVER_NAME}.json`),
    projectFile: ['.continue', 'mcpServers', `${SERVER_NAME}.json`],
    next: 'Reload the configuration in Continue; its agent mode alone uses tools.',
  },
  {
    id: 'opencode',
    title: 'opencode',
    format: 'json',
    container: 'mcp',
    remote: (url) => ({ type: 'remote', url, enabled: true }),
    local: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    userFile: (machine) => join(machine, configDirectory(machine), 'opencode', 'opencode.json'),
    projectFile: ['opencode.json'],
    next: 'Start opencode anew; opencode mcp list shows the server.',
  },
  {
    id: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ type: 'http', url, tools: ['*'] }),
    local: (program) => ({ type: 'local', ...plain(program), tools: ['*'] }),
    userFile: (machine) => join(machine, home(machine), '.copilot', 'mcp-config.json'),
    projectFile: ['.github', 'mcp.json'],
    next: 'Start Copilot CLI anew; /mcp show lists the server.',
  },
  {
    id: 'jetbrains',
    title: 'JetBrains Junie',
    format: 'json',
    container: 'mcpServers',
    remoteInstead:
      'Junie starts programs alone. For AI Assistant, add the address in Settings, Tools, AI Assistant, Model Context Protocol.',
    local: plain,
    userFile: (machine) => join(machine, home(machine), '.junie', 'mcp', 'mcp.json'),
    projectFile: ['.junie', 'mcp', 'mcp.json'],
    next: 'Switch the server on in Settings, Tools, Junie, MCP Settings. For AI Assistant, paste what --print shows into its own settings.',
  },
  {
    id: 'lm-studio',
    title: 'LM Studio',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ url }),
    local: plain,
    userFile: (machine) => join(machine, home(machine), '.lmstudio', 'mcp.json'),
    next: 'Switch the server on in the Program tab of LM Studio.',
  },
];

function plain({ command, args }: Program): Entry {
  return { command, args };
}

/** Everything on which the path of a host's configuration depends. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory that `--scope project` is about. */
  readonly cwd: string;
}

/** What starts this program. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** The machine that the program runs on. */
export function thisMachine(env: Machine['env']): Machine {
  return { platform: process.platform, env, cwd: process.cwd() };
}

/** The running program by its absolute path: a name on the registry could be somebody else's. */
export function thisProgram(isStandalone: boolean): Program {
  if (isStandalone) return { command: realpathSync(process.execPath), args: [] };
  const script = realpathSync(process.argv[1] ?? '');
  if (/\.ts$/.test(script)) {
    throw new UsageError('Hosts start the built program: npm run build, then node dist/cli.js install.');
  }
  return { command: process.execPath, args: [script] };
}

/** Whether a program is in the cache of a package runner, which may delete it. */
export function isPassing({ args }: Program): boolean {
  return args.some((arg) => /[\\/](?:_npx|dlx-[^\\/]+|bunx-[^\\/]+|\.pnpm-store)[\\/]/.test(arg));
}

/** Joins a path as the machine's platform does. */
export function join({ platform }: Machine, ...parts: readonly string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

/** The user's home directory. */
export function home({ platform, env }: Machine): string {
  return (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
}

/** The directory that a variable of the environment names, with `~/` written out; undefined where it is not set. */
function directoryIn(machine: Machine, variable: string): string | undefined {
  const given = machine.env[variable];
  return given ? expandHome(given, variable, home(machine)) : undefined;
}

/** Where programs keep their settings that go by XDG, on macOS too. */
function configDirectory(machine: Machine): string {
  return directoryIn(machine, 'XDG_CONFIG_HOME') ?? join(machine, home(machine), '.config');
}

/** Where desktop applications built on Electron keep their settings. */
function applicationData(machine: Machine): string {
  const { platform } = machine;
  if (platform === 'win32')
    return directoryIn(machine, 'APPDATA') ?? join(machine, home(machine), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(machine, home(machine), 'Library', 'Application Support');
  return configDirectory(machine);
}
