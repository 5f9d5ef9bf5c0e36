import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { SharedPort } from '../../../src/cli/workers/shared-port.ts';
import { until } from '../../helpers/program.ts';

it('hands out the connections that wait round robin over the addresses that they come from', async () => {
  const port = await SharedPort.open('127.0.0.1', 0);
  const from = async (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port: port.port, localAddress });
    await once(socket, 'connect');
    return socket;
  };
  const open: Socket[] = [];
  for (let i = 0; i < 5; i += 1) open.push(await from('127.0.0.2'));
  open.push(await from('127.0.0.3'), await from('127.0.0.2'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const handed: (string | undefined)[] = [];
  const worker = {
    isConnected: () => true,
    process: {
      send: (_message: object, socket: Socket) => {
        handed.push(socket.remoteAddress);
        setImmediate(() => port.taken(worker));
      },
    },
  } as unknown as Worker;
  port.add(worker);
  await until(() => handed.length === 7, 'all connections to be handed out');
  expect(handed.indexOf('127.0.0.3')).toBe(1);
  await port.close();
  for (const socket of open) socket.destroy();
});
