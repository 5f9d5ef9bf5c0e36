import { applicationData, home, join, type Machine, type Program } from './machine.ts';

/** The settings of one server in a host's configuration. */
export type Entry = Readonly<Record<string, string | readonly string[]>>;

/** A host, and how it is told of a server. */
export interface Client {
  readonly id: string;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The key under which the servers stand. */
  readonly container: string;
  readonly userFile: (machine: Machine) => string;
  /** Below the project's directory; a host without one knows the user's servers alone. */
  readonly projectFile?: readonly string[];
  readonly local: (program: Program) => Entry;
  /** A host without it takes no addresses in its file; `remoteInstead` says what it does take. */
  readonly remote?: (url: string) => Entry;
  readonly remoteInstead?: string;
  /** What is left for the user to do. */
  readonly next: string;
}

/** Every key by which some host says how a server is reached: ours, whatever stood there before. */
export const TRANSPORT_KEYS: readonly string[] = ['type', 'command', 'args', 'url', 'httpUrl', 'serverUrl'];

export const clients: readonly Client[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    container: 'mcpServers',
    userFile: (machine) => join(machine, applicationData(machine), 'Claude', 'claude_desktop_config.json'),
    local: plain,
    remoteInstead:
      'Claude Desktop takes no addresses in its file. Add it as a custom connector in its settings, or leave --http out.',
    next: 'Quit Claude Desktop altogether and start it again.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    container: 'mcpServers',
    userFile: (machine) => join(machine, machine.env.CLAUDE_CONFIG_DIR || home(machine), '.claude.json'),
    projectFile: ['.mcp.json'],
    local: (program) => ({ type: 'stdio', ...plain(program) }),
    remote: (url) => ({ type: 'http', url }),
    next: 'Start a new session of Claude Code; /mcp shows the server.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    container: 'mcpServers',
    userFile: (machine) => join(machine, home(machine), '.cursor', 'mcp.json'),
    projectFile: ['.cursor', 'mcp.json'],
    local: plain,
    remote: (url) => ({ url }),
    next: 'Restart Cursor and switch the server on among its MCP servers.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    container: 'servers',
    userFile: (machine) => join(machine, applicationData(machine), 'Code', 'User', 'mcp.json'),
    projectFile: ['.vscode', 'mcp.json'],
    local: (program) => ({ type: 'stdio', ...plain(program) }),
    remote: (url) => ({ type: 'http', url }),
    next: 'Run "MCP: List Servers" in VS Code and start the server; VS Code asks whether you trust it.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    container: 'mcpServers',
    userFile: (machine) => join(machine, home(machine), '.codeium', 'windsurf', 'mcp_config.json'),
    local: plain,
    remote: (serverUrl) => ({ serverUrl }),
    next: 'Press Refresh in the list of MCP servers in Windsurf, or restart it.',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'json',
    container: 'mcpServers',
    userFile: (machine) => join(machine, home(machine), '.gemini', 'settings.json'),
    projectFile: ['.gemini', 'settings.json'],
    local: plain,
    remote: (httpUrl) => ({ httpUrl }),
    next: 'Start Gemini CLI anew; /mcp shows the server.',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    userFile: (machine) =>
      join(machine, machine.env.CODEX_HOME || join(machine, home(machine), '.codex'), 'config.toml'),
    projectFile: ['.codex', 'config.toml'],
    local: plain,
    remote: (url) => ({ url }),
    next: 'Start Codex anew; /mcp shows the server.',
  },
];

function plain({ command, args }: Program): Entry {
  return { command, args };
}
