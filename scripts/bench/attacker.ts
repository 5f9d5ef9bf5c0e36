import { setPriority } from 'node:os';
import { HttpConnection } from '../harness/http-connection.ts';
import { drive } from '../harness/load.ts';
import { attacks, type Origin } from './attacks.ts';

/**
 * Attacks a server until its own standard input ends, then prints how often it has:
 * `attacker.ts {"name": …, "from": {"url": …, "localAddress": …, "headers": …}}`. A process of its own: what the
 * attacker's connections cost must not be counted as what the polite callers wait.
 */
// It stands for another machine: what it computes for itself must not take the server's processors.
setPriority(10);
const { name, from } = JSON.parse(process.argv[2] ?? '') as { name: string; from: Origin & { url: string } };
const attack = attacks.find((one) => one.name === name);
if (attack === undefined) throw new Error(`There is no attack "${name}".`);

const origin: Origin = { ...from, url: new URL(from.url) };
const open = Array.from(
  { length: attack.connections },
  () => new HttpConnection(origin.url, origin.localAddress),
);
let isOver = false;
let times = 0;
process.stdin.resume().once('end', () => {
  isOver = true;
  for (const connection of open) connection.cut();
});
const begun = () => {
  if (times === 0) process.stdout.write('begun\n');
  return times++;
};
await drive(
  open.map((connection) => () => attack.once(origin, connection, begun(), () => isOver)),
  () => isOver,
  () => undefined,
);
process.stdout.write(`${times}\n`);
