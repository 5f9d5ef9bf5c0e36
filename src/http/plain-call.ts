import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { MessageId } from '../protocol/json-rpc.ts';
import { HANDSHAKE_REVISIONS, MODERN_REVISION } from '../protocol/protocol.ts';
import type { ProtocolHeaders } from './protocol-headers.ts';

/** A `tools/call` that asks nothing of the protocol but its answer. */
export interface PlainCall {
  readonly era: 'handshake' | 'modern';
  readonly id: MessageId;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const METHOD = 'tools/call';
const MESSAGE_FIELDS = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS_FIELDS = new Set(['name', 'arguments', '_meta']);
const ENVELOPE_FIELDS = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  'progressToken',
]);

/** A client sends one envelope again and again, so that few are enough. */
const ENVELOPES_KEPT = 64;
const LONGEST_ENVELOPE = 2_000;

/**
 * Picks out the calls that need no machinery of the SDK. It takes only what it knows to the last field: whatever
 * is missing, wrong, or more than usual is left to the SDK, which knows what to say.
 */
export class PlainCalls {
  /** Envelopes that the SDK's own check has passed, as JSON. */
  readonly #passed = new Set<string>();

  /** The call that a parsed message is, or nothing if the SDK must see it. */
  read(message: unknown, headers: ProtocolHeaders): PlainCall | undefined {
    if (!isObject(message) || !hasOnly(message, MESSAGE_FIELDS)) return undefined;
    const { jsonrpc, id, method, params } = message;
    if (jsonrpc !== '2.0' || method !== METHOD || !isId(id)) return undefined;
    if (!isObject(params) || !hasOnly(params, PARAMS_FIELDS)) return undefined;
    const { name, arguments: args = {}, _meta: meta } = params;
    // The SDK's schema library drops such a name.
    if (typeof name !== 'string' || !isObject(args) || Object.hasOwn(args, '__proto__')) return undefined;
    const era = this.#eraOf(name, meta, headers);
    return era === undefined ? undefined : { era, id, name, args };
  }

  #eraOf(name: string, meta: unknown, headers: ProtocolHeaders): PlainCall['era'] | undefined {
    if (headers.revision === MODERN_REVISION) {
      const isModern = headers.method === METHOD && headers.name === name && this.#isEnvelope(meta);
      return isModern ? 'modern' : undefined;
    }
    const isHandshake = headers.revision === undefined || HANDSHAKE_REVISIONS.includes(headers.revision);
    return isHandshake && isBareMeta(meta) ? 'handshake' : undefined;
  }

  #isEnvelope(meta: unknown): boolean {
    if (!isObject(meta) || !hasOnly(meta, ENVELOPE_FIELDS)) return false;
    const { progressToken, ...envelope } = meta;
    if (progressToken !== undefined && !isId(progressToken)) return false;
    const json = JSON.stringify(envelope);
    if (this.#passed.has(json)) return true;
    if (json.length > LONGEST_ENVELOPE || !passesCheck(envelope)) return false;
    if (this.#passed.size >= ENVELOPES_KEPT) this.#passed.clear();
    this.#passed.add(json);
    return true;
  }
}

/** Asks the SDK, by the least message that can carry the envelope. */
function passesCheck(envelope: object): boolean {
  const body = { jsonrpc: '2.0', id: 0, method: METHOD, params: { name: '', _meta: envelope } };
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    protocolVersionHeader: MODERN_REVISION,
    mcpMethodHeader: METHOD,
  });
  return outcome.kind === 'modern';
}

/** What calls of the older revisions carry, if anything. */
function isBareMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  return Object.entries(meta).every(([key, value]) => key === 'progressToken' && isId(value));
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, fields: ReadonlySet<string>): boolean {
  for (const key in value) if (!fields.has(key)) return false;
  return true;
}
