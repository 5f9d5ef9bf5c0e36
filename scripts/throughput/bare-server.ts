/** `node:http` alone, which parses the request and answers a constant: `tsx bare-server.ts PORT`. */
import { createServer } from 'node:http';

const answer = Buffer.from(
  JSON.stringify({ result: { content: [{ type: 'text', text: 'hello' }] }, jsonrpc: '2.0', id: 1 }),
);

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
    response.end(answer);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
