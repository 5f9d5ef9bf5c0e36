import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ofClient } from './of-client.mjs';
import { openClient } from './sdk-1.mjs';

const PORT = 18_765;
const program = 'node_modules/supergateway/dist/index.js';

/** Turns stdio into HTTP, and HTTP into stdio: what is checked is what comes out at the other side. */
export async function connect({ url, command, args, env }) {
  if (url !== undefined) {
    const own = [program, '--streamableHttp', url, '--logLevel', 'none'];
    return ofClient(await openClient({ command: process.execPath, args: own, env }));
  }
  const line = [command, ...args].map((part) => JSON.stringify(part)).join(' ');
  const own = [program, '--stdio', line, '--outputTransport', 'streamableHttp', '--port', String(PORT)];
  const gateway = spawn(process.execPath, [...own, '--stateful'], { env, stdio: 'ignore' });
  process.on('exit', () => gateway.kill());
  for (let tries = 0; ; tries += 1) {
    try {
      const client = await openClient({ url: `http://127.0.0.1:${PORT}/mcp` });
      return ofClient(client, {
        close: async () => {
          await client.close();
          gateway.kill();
        },
      });
    } catch (error) {
      if (tries > 40) throw error;
      await sleep(250);
    }
  }
}
