import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How each host is told of a server, and what it says of one that it has reached. */
const hosts = {
  claude: {
    add: ({ url, command, args }) =>
      url === undefined
        ? ['mcp', 'add', 'robotics', '--', command, ...args]
        : ['mcp', 'add', '--transport', 'http', 'robotics-http', url],
    connected: /Connected/,
  },
  gemini: {
    add: ({ url, command, args }) =>
      url === undefined
        ? ['mcp', 'add', 'robotics', command, ...args]
        : ['mcp', 'add', '--transport', 'http', 'robotics-http', url],
    // A folder that nobody has trusted shows the server as Disabled.
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    connected: /Connected/,
  },
  codex: {
    add: ({ url, command, args }) =>
      url === undefined
        ? ['mcp', 'add', 'robotics', '--', command, ...args]
        : ['mcp', 'add', 'robotics-http', '--url', url],
    // It connects when a conversation begins, for which it wants an account.
    connected: /enabled/,
  },
  opencode: {
    add: ({ url, command, args }) => {
      const robotics =
        url === undefined ? { type: 'local', command: [command, ...args] } : { type: 'remote', url };
      writeFileSync('opencode.json', JSON.stringify({ mcp: { robotics } }));
    },
    connected: /connected/,
  },
};

/** A host without an account: only to the point where it connects. */
export async function connect(server) {
  const [name] = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).hosts);
  const { add, env = {}, connected } = hosts[name];
  const options = { env: { ...server.env, ...env }, timeout: 60_000 };
  const ask = (args) => {
    const asked = run(`node_modules/.bin/${name}`, args, options);
    asked.child.stdin.end();
    return asked;
  };
  const args = add(server);
  if (args !== undefined) await ask(args);
  const { stdout, stderr } = await ask(['mcp', 'list']);
  if (!connected.test(stdout + stderr)) throw new Error((stdout + stderr).trim());
  return { close: async () => undefined };
}
