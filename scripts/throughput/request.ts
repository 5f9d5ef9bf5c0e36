import { MODERN_REVISION } from '../../src/protocol/protocol.ts';
import { requestText as post } from '../harness/http-connection.ts';

export type Era = 'handshake' | 'modern';

const handshakeRevision = '2025-06-18';

/** One `tools/call` of the trivial tool, as a client of this era sends it, ready for the wire. */
export function requestText(url: URL, era: Era): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: paramsOf(era) });
  const revision = era === 'modern' ? MODERN_REVISION : handshakeRevision;
  return post(url, body, {
    'MCP-Protocol-Version': revision,
    ...(era === 'modern' && { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'echo' }),
  });
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
