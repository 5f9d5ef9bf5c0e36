import { drawAll } from '../bench/questions/draw.ts';
import type { Random } from '../harness/random.ts';

/** One request and what its answer must be. */
export interface LoadCall {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What came of it: an answer, or the code of an error that was meant. */
  readonly expected: string;
}

interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly expected?: string;
}

const modern = '2026-07-28';
const older = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', undefined] as const;

/** A mixture of what clients ask, in both eras: mostly searches, some of everything else, and faults. */
export async function drawCalls(count: number, questions: number, random: Random): Promise<LoadCall[]> {
  const drawn = Object.values(await drawAll(questions)).flat();
  const searches = drawn.map(({ tool, args }) => call(tool, args));
  return Array.from({ length: count }, (_, i) => {
    const asked = random.next() < 0.75 ? random.pick(searches) : random.pick(others(random));
    return random.next() < 0.5 ? inModernEra(asked, i + 1) : inHandshakeEra(asked, i + 1, random);
  });
}

function others(random: Random): Asked[] {
  const number = random.below(40);
  return [
    { method: 'tools/list', params: {} },
    { method: 'resources/list', params: {} },
    { method: 'prompts/list', params: {} },
    { method: 'resources/read', params: { uri: 'robotics://robots/unitree-g1' } },
    call('get_certification_info', { robot_category: 'humanoid', features: ['wifi', 'lidar-laser'] }),
    call('search_startups', { stage: 'Series B', limit: 3 }),
    call('get_latest_news', { limit: 5 }),
    call('get_open_challenges', {}),
    call('search_manufacturers', { country: 'DE' }),
    call('search_robots', { limit: 'many' }, 'INVALID_ARGUMENT'),
    call('search_robots', { ids: ['no-such-robot'] }),
    call('no_such_tool', {}, '-32602'),
    // Few different ones, so that what is kept does not grow.
    call('report_error', { resource_type: 'robots', resource_id: 'unitree-g1', problem: `Wrong ${number}` }),
    call('submit_publication', { url: `https://example.org/papers/${number}` }),
  ];
}

function call(name: string, args: object, expected?: string): Asked {
  return {
    method: 'tools/call',
    params: { name, arguments: args },
    ...(expected !== undefined && { expected }),
  };
}

function inModernEra({ method, params, expected = 'ok' }: Asked, id: number): LoadCall {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const target = params.name ?? params.uri;
  return {
    name: nameOf(method, params),
    headers: {
      'MCP-Protocol-Version': modern,
      'Mcp-Method': method,
      ...(typeof target === 'string' && { 'Mcp-Name': target }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
    expected,
  };
}

function inHandshakeEra({ method, params, expected = 'ok' }: Asked, id: number, random: Random): LoadCall {
  const revision = random.pick(older);
  return {
    name: nameOf(method, params),
    headers: revision === undefined ? {} : { 'MCP-Protocol-Version': revision },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    expected,
  };
}

function nameOf(method: string, { name }: Asked['params']): string {
  return typeof name === 'string' ? name : method;
}
