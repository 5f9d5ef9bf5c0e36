import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = 'node_modules/.bin/mcp-inspector';

/** A process for each step. */
export async function connect({ url, command, args, env }) {
  const reach = url === undefined ? [command, ...args] : [url, '--transport', 'http'];
  const ask = async (method, ...more) => {
    const given = ['--cli', ...reach, '--format', 'json', '--method', method, ...more];
    // A refused call ends it with a code of its own, and its answer is printed all the same.
    const { stdout } = await run(process.execPath, [program, ...given], { env, maxBuffer: 1e8 }).catch(
      (error) => {
        if (method === 'tools/call' && error.stdout) return error;
        throw error;
      },
    );
    return JSON.parse(stdout).result;
  };
  return {
    tools: async () => (await ask('tools/list', '--strict')).tools,
    call: (name, input) => ask('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(input)),
    resources: () => ask('resources/list'),
    read: (uri) => ask('resources/read', '--uri', uri),
    prompts: () => ask('prompts/list'),
    prompt: (name, { robots }) =>
      ask('prompts/get', '--prompt-name', name, '--prompt-args', `robots=${robots}`),
    close: async () => undefined,
  };
}
