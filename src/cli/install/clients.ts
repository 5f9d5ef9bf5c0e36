import { type Entry, type Host, type HostId, hosts } from './hosts.ts';
import { applicationData, home, join, type Machine, type Program } from './machine.ts';

/** Where a host keeps its configuration, and how it is told of a program to start. */
interface Place {
  readonly userFile: (machine: Machine) => string;
  /** Below the project's directory; a host without one knows the user's servers alone. */
  readonly projectFile?: readonly string[];
  readonly local: (program: Program) => Entry;
  /** What is left for the user to do. */
  readonly next: string;
}

export type Client = Host & Place;

/** Every key by which some host says how a server is reached: ours, whatever stood there before. */
export const TRANSPORT_KEYS: readonly string[] = ['type', 'command', 'args', 'url', 'httpUrl', 'serverUrl'];

const places: Readonly<Record<HostId, Place>> = {
  'claude-desktop': {
    userFile: (machine) => join(machine, applicationData(machine), 'Claude', 'claude_desktop_config.json'),
    local: plain,
    next: 'Quit Claude Desktop altogether and start it again.',
  },
  'claude-code': {
    userFile: (machine) => join(machine, machine.env.CLAUDE_CONFIG_DIR || home(machine), '.claude.json'),
    projectFile: ['.mcp.json'],
    local: (program) => ({ type: 'stdio', ...plain(program) }),
    next: 'Start a new session of Claude Code; /mcp shows the server.',
  },
  cursor: {
    userFile: (machine) => join(machine, home(machine), '.cursor', 'mcp.json'),
    projectFile: ['.cursor', 'mcp.json'],
    local: plain,
    next: 'Restart Cursor and switch the server on among its MCP servers.',
  },
  vscode: {
    userFile: (machine) => join(machine, applicationData(machine), 'Code', 'User', 'mcp.json'),
    projectFile: ['.vscode', 'mcp.json'],
    local: (program) => ({ type: 'stdio', ...plain(program) }),
    next: 'Run "MCP: List Servers" in VS Code and start the server; VS Code asks whether you trust it.',
  },
  windsurf: {
    userFile: (machine) => join(machine, home(machine), '.codeium', 'windsurf', 'mcp_config.json'),
    local: plain,
    next: 'Press Refresh in the list of MCP servers in Windsurf, or restart it.',
  },
  'gemini-cli': {
    userFile: (machine) => join(machine, home(machine), '.gemini', 'settings.json'),
    projectFile: ['.gemini', 'settings.json'],
    local: plain,
    next: 'Start Gemini CLI anew; /mcp shows the server.',
  },
  codex: {
    userFile: (machine) =>
      join(machine, machine.env.CODEX_HOME || join(machine, home(machine), '.codex'), 'config.toml'),
    projectFile: ['.codex', 'config.toml'],
    local: plain,
    next: 'Start Codex anew; /mcp shows the server.',
  },
};

export const clients: readonly Client[] = hosts.map((host) => ({ ...host, ...places[host.id] }));

function plain({ command, args }: Program): Entry {
  return { command, args };
}
