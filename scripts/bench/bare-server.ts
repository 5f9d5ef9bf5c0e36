/** What `node:http` alone can do: `tsx bare-server.ts ANSWER_FILE`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = readFileSync(process.argv[2] ?? '');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.error(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
