import { isObject, type MessageId } from '../protocol/json-rpc.ts';

/** A request in the form that nearly all of them have, which is answered without the SDK. */
export type PlainRequest =
  | { readonly method: 'initialize'; readonly id: MessageId; readonly revision: string }
  | { readonly method: 'ping'; readonly id: MessageId }
  | { readonly method: 'tools/list'; readonly id: MessageId }
  | {
      readonly method: 'tools/call';
      readonly id: MessageId;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
    };

/** What a value has to be; the keys of an object may be absent, and others may be there. */
type Shape = 'text' | 'flag' | 'object' | 'objects' | { readonly [key: string]: Shape };

/** The capabilities of a client that the protocol's schema knows: what else it declares is not looked at. */
const CLIENT_CAPABILITIES: Shape = {
  experimental: 'objects',
  extensions: 'objects',
  roots: { listChanged: 'flag' },
  sampling: { context: 'object', tools: 'object' },
  elicitation: { form: { applyDefaults: 'flag' }, url: 'object' },
  tasks: {
    list: 'object',
    cancel: 'object',
    requests: { sampling: { createMessage: 'object' }, elicitation: { create: 'object' } },
  },
};

const CLIENT_INFO: Shape = {
  name: 'text',
  version: 'text',
  title: 'text',
  description: 'text',
  websiteUrl: 'text',
};

/**
 * Reads a request that has passed `checkMessage`. Undefined for everything that is not surely answered as the
 * SDK answers it: another method, an argument of the protocol that is seldom used, a form that it refuses.
 */
export function readPlainRequest(message: unknown): PlainRequest | undefined {
  const { id, method, params = {} } = message as { id?: MessageId; method?: string; params?: unknown };
  if (id === undefined || !isObject(params) || !hasPlainMeta(params)) return undefined;
  if (method === 'initialize') return readInitialize(id, params);
  if (method === 'tools/call') return readCall(id, params);
  if (method !== 'ping' && method !== 'tools/list') return undefined;
  return hasOnly(params, ['_meta']) ? { method, id } : undefined;
}

function readInitialize(id: MessageId, params: Record<string, unknown>): PlainRequest | undefined {
  const { protocolVersion: revision, capabilities, clientInfo } = params;
  const isPlain =
    hasOnly(params, ['_meta', 'protocolVersion', 'capabilities', 'clientInfo']) &&
    isObject(clientInfo) &&
    hasOnly(clientInfo, Object.keys(CLIENT_INFO)) &&
    clientInfo.name !== undefined &&
    clientInfo.version !== undefined &&
    fits(clientInfo, CLIENT_INFO) &&
    fits(capabilities, CLIENT_CAPABILITIES) &&
    allFinite(capabilities);
  return isPlain && typeof revision === 'string' ? { method: 'initialize', id, revision } : undefined;
}

function readCall(id: MessageId, params: Record<string, unknown>): PlainRequest | undefined {
  const { name, arguments: args = {} } = params;
  if (!hasOnly(params, ['_meta', 'name', 'arguments'])) return undefined;
  if (typeof name !== 'string' || !isObject(args) || Object.hasOwn(args, '__proto__')) return undefined;
  return { method: 'tools/call', id, name, args };
}

/** Everything else in `_meta` may be of the protocol. */
function hasPlainMeta({ _meta: meta }: Record<string, unknown>): boolean {
  return meta === undefined || (isObject(meta) && hasOnly(meta, ['progressToken']));
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'flag') return typeof value === 'boolean';
  if (!isObject(value)) return false;
  if (shape === 'object') return true;
  if (shape === 'objects') return Object.values(value).every(isObject);
  return Object.entries(shape).every(([key, part]) => value[key] === undefined || fits(value[key], part));
}

/** JSON may hold numbers so large that they are read as infinite, which the protocol's schema refuses. */
function allFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(allFinite);
}
