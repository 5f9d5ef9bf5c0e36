import { describe, expect, it } from 'vitest';
import { clients, isPassing, type Machine } from '../../../src/cli/install/clients.ts';

const linux: Machine = { platform: 'linux', env: { HOME: '/home/zoë' }, cwd: '/work' };
const mac: Machine = { platform: 'darwin', env: { HOME: '/Users/zoe' }, cwd: '/work' };
const windows: Machine = {
  platform: 'win32',
  env: { USERPROFILE: 'C:\\Users\\Zoë', APPDATA: 'C:\\Users\\Zoë\\AppData\\Roaming' },
  cwd: 'C:\\work',
};

const filesOn = (machine: Machine) =>
  Object.fromEntries(clients.map(({ id, userFile }) => [id, userFile(machine)]));

describe('where hosts keep their configuration', () => {
  it('on Linux', () => {
    expect(filesOn(linux)).toEqual({
      'claude-desktop': '/home/zoë/.config/Claude/claude_desktop_config.json',
      'claude-code': '/home/zoë/.claude.json',
      cursor: '/home/zoë/.cursor/mcp.json',
      vscode: '/home/zoë/.config/Code/User/mcp.json',
      windsurf: '/home/zoë/.codeium/windsurf/mcp_config.json',
      'gemini-cli': '/home/zoë/.gemini/settings.json',
      codex: '/home/zoë/.codex/config.toml',
      zed: '/home/zoë/.config/zed/settings.json',
      cline: '/home/zoë/.cline/data/settings/cline_mcp_settings.json',
      roo: '/home/zoë/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
      goose: '/home/zoë/.config/goose/config.yaml',
      continue: '/home/zoë/.continue/mcpServers/robotics.json',
      opencode: '/home/zoë/.config/opencode/opencode.json',
      'copilot-cli': '/home/zoë/.copilot/mcp-config.json',
      jetbrains: '/home/zoë/.junie/mcp/mcp.json',
      'lm-studio': '/home/zoë/.lmstudio/mcp.json',
    });
  });

  it('on macOS', () => {
    expect(filesOn(mac)).toMatchObject({
      'claude-desktop': '/Users/zoe/Library/Application Support/Claude/claude_desktop_config.json',
      vscode: '/Users/zoe/Library/Application Support/Code/User/mcp.json',
      cursor: '/Users/zoe/.cursor/mcp.json',
      zed: '/Users/zoe/.config/zed/settings.json',
      roo: '/Users/zoe/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
      goose: '/Users/zoe/.config/goose/config.yaml',
    });
  });

  it('on Windows', () => {
    expect(filesOn(windows)).toMatchObject({
      'claude-desktop': 'C:\\Users\\Zoë\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      'claude-code': 'C:\\Users\\Zoë\\.claude.json',
      vscode: 'C:\\Users\\Zoë\\AppData\\Roaming\\Code\\User\\mcp.json',
      codex: 'C:\\Users\\Zoë\\.codex\\config.toml',
      zed: 'C:\\Users\\Zoë\\AppData\\Roaming\\Zed\\settings.json',
      goose: 'C:\\Users\\Zoë\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
    });
  });

  it('where the environment says so', () => {
    const env = {
      HOME: '/home/z',
      XDG_CONFIG_HOME: '/x',
      CODEX_HOME: '/codex',
      CLAUDE_CONFIG_DIR: '/claude',
      CLINE_MCP_SETTINGS_PATH: '/cline.json',
    };
    expect(filesOn({ ...linux, env })).toMatchObject({
      'claude-desktop': '/x/Claude/claude_desktop_config.json',
      'claude-code': '/claude/.claude.json',
      vscode: '/x/Code/User/mcp.json',
      codex: '/codex/config.toml',
      cline: '/cline.json',
      zed: '/x/zed/settings.json',
      opencode: '/x/opencode/opencode.json',
    });
  });
});

describe('a program that may go away', () => {
  it.each([
    ['/home/z/.npm/_npx/0123/node_modules/robotics-mcp/dist/cli.js', true],
    ['C:\\Users\\z\\AppData\\Local\\npm-cache\\_npx\\0123\\node_modules\\robotics-mcp\\dist\\cli.js', true],
    ['/home/z/.cache/pnpm/dlx-42/node_modules/robotics-mcp/dist/cli.js', true],
    ['/usr/local/lib/node_modules/robotics-mcp/dist/cli.js', false],
  ])('%s: %s', (script, passing) => {
    expect(isPassing({ command: '/usr/bin/node', args: [script] })).toBe(passing);
  });
});
