/** What `node:http` alone can do, which parses each request and answers a constant: `tsx bare-server.ts PORT [ANSWER_FILE]`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [port = '0', file] = process.argv.slice(2);
const hello = { result: { content: [{ type: 'text', text: 'hello' }] }, jsonrpc: '2.0', id: 1 };
const answer = file === undefined ? Buffer.from(JSON.stringify(hello)) : readFileSync(file);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  });
});
server.listen(Number(port), '127.0.0.1', () => {
  console.error(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
