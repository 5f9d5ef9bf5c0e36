/** Asks a server from many connections at once: `tsx load.ts URL ERA CONNECTIONS SECONDS`; prints what came as JSON. */
import { HttpConnection } from '../harness/http-connection.ts';
import { driveFor } from '../harness/load.ts';
import { requestText as request } from './request.ts';

const [address = '', era = 'handshake', connections = '16', seconds = '1'] = process.argv.slice(2);
const text = request(new URL(address), era === 'modern' ? 'modern' : 'handshake');
const askers = Array.from({ length: Number(connections) }, () => {
  const connection = new HttpConnection(address);
  return async () => {
    const reply = await connection.ask(text);
    if (typeof reply === 'string') throw new Error(`There was no answer: ${reply}.`);
    if (reply.status === 200 && reply.body.includes('"hello"')) return;
    throw new Error(`Not the answer: ${reply.status} ${reply.body.slice(0, 400)}`);
  };
});
console.log(JSON.stringify(await driveFor(askers, Number(seconds))));
process.exit(0);
