import { MODERN_REVISION } from '../../src/protocol/protocol.ts';

export type Era = 'handshake' | 'modern';

const handshakeRevision = '2025-06-18';

/** One `tools/call` of the trivial tool, as a client of this era sends it, ready for the wire. */
export function requestBytes(url: URL, era: Era): Buffer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: paramsOf(era) });
  const revision = era === 'modern' ? MODERN_REVISION : handshakeRevision;
  const names = era === 'modern' ? 'Mcp-Method: tools/call\r\nMcp-Name: echo\r\n' : '';
  return Buffer.from(
    `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\n` +
      `Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: ${revision}\r\n${names}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function paramsOf(era: Era): object {
  const call = { name: 'echo', arguments: { text: 'hello' } };
  if (era === 'handshake') return call;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN_REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { ...call, _meta };
}
