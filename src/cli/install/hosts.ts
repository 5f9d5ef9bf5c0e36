/** The settings of one server in a host's configuration. */
export type Entry = Readonly<Record<string, string | readonly string[]>>;

/** A host, and how it is told of a server at an address. */
export interface Host {
  readonly id: HostId;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The key under which the servers stand. */
  readonly container: string;
  /** A host without it takes no addresses in its file; `remoteInstead` says what it does take. */
  readonly remote?: (url: string) => Entry;
  readonly remoteInstead?: string;
}

export type HostId =
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vscode'
  | 'windsurf'
  | 'gemini-cli'
  | 'codex';

/** The name of our server in every host's configuration. */
export const SERVER_NAME = 'robotics';

export const hosts: readonly Host[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    container: 'mcpServers',
    remoteInstead:
      'Claude Desktop takes no addresses in its file. Add it as a custom connector in its settings.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ type: 'http', url }),
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    container: 'mcpServers',
    remote: (url) => ({ url }),
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    container: 'servers',
    remote: (url) => ({ type: 'http', url }),
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    container: 'mcpServers',
    remote: (serverUrl) => ({ serverUrl }),
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    format: 'json',
    container: 'mcpServers',
    remote: (httpUrl) => ({ httpUrl }),
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    remote: (url) => ({ url }),
  },
];
