import {
  type AuthInfo,
  type CacheHint,
  type Implementation,
  type JSONRPCRequest,
  type McpRequestContext,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { type Caller, NOBODY } from '../lib/caller.ts';
import type { ToolAnswer } from '../tools/registry.ts';
import { CAPABILITIES, NOTIFYING_CAPABILITIES } from './handshake.ts';
import { inertSchemaValidator } from './inert-validator.ts';
import { offerPrompts, offerResources } from './offer-resources.ts';
import { HANDSHAKE_REVISIONS } from './protocol.ts';
import { internalError, invalidParams, quoted, refuseCursor } from './protocol-errors.ts';
import type { Service } from './service.ts';

/** Told of failures that no caller is told of. */
export type OnError = (error: Error) => void;

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** Lists change with the program's version only, records with the dataset's and when a correction is accepted. */
const ttlMs = { lists: 3_600_000, records: 60_000 };

/** Carries a caller through the SDK, which hands it to the factory. The token itself goes no further. */
export function authInfoOf(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.name, scopes: [...caller.scopes], extra: { caller } };
}

/**
 * Makes the factory that every transport serves from: a low-level server an exchange or connection, all of
 * them answering from the service's one registry. `owner` is who asks where the transport names nobody.
 */
export function createServerFactory(
  service: Service,
  onError: OnError,
  owner: Caller = NOBODY,
  transport: 'http' | 'stdio' = 'http',
): McpServerFactory {
  const identity = { name: service.name, version: service.version };
  const options: Omit<ServerOptions, 'capabilities'> = {
    instructions: service.instructions,
    supportedProtocolVersions: [...HANDSHAKE_REVISIONS],
    jsonSchemaValidator: inertSchemaValidator,
    cacheHints: cacheHints(service),
  };
  return ({ authInfo, era }) => {
    const caller = (authInfo?.extra?.caller as Caller | undefined) ?? owner;
    const server = new ProductServer(
      identity,
      { ...options, capabilities: capabilitiesOf(transport, era) },
      onError,
    );
    offerTools(server, service, caller);
    offerResources(server, service);
    offerPrompts(server, service);
    if (transport === 'stdio') tellOfChanges(server, service, era);
    return server;
  };
}

function capabilitiesOf(
  transport: 'http' | 'stdio',
  era: McpRequestContext['era'],
): NonNullable<ServerOptions['capabilities']> {
  return transport === 'stdio' || era === 'modern' ? NOTIFYING_CAPABILITIES : CAPABILITIES;
}

/** On a connection that stays, the server itself tells of changes. */
function tellOfChanges(server: Server, { changes }: Service, era: McpRequestContext['era']): void {
  if (changes === undefined) return;
  const subscribed = new Set<string>();
  let stop: (() => void) | undefined;
  const tell = (uri: string) => void server.sendResourceUpdated({ uri }).catch(() => undefined);
  const listen = () => {
    // The SDK passes on to callers of the newer revision what they asked for.
    stop ??= changes.listen((uris) => {
      for (const uri of uris) if (era === 'modern' || subscribed.has(uri)) tell(uri);
    });
  };
  server.onclose = () => stop?.();
  if (era === 'modern') {
    listen();
    return;
  }
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    if (subscribed.size >= mostSubscriptions && !subscribed.has(params.uri)) throw tooManySubscriptions();
    subscribed.add(params.uri);
    changes.watch(params.uri);
    listen();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}

/** On one connection. */
const mostSubscriptions = 1_000;

function tooManySubscriptions(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `A connection can subscribe to ${mostSubscriptions} resources. Unsubscribe from some first.`,
  );
}

/** What one caller sees may be hidden from another where callers show who they are. */
function cacheHints({ authenticated }: Service): NonNullable<ServerOptions['cacheHints']> {
  const cacheScope: CacheHint['cacheScope'] = authenticated ? 'private' : 'public';
  const list = { ttlMs: ttlMs.lists, cacheScope };
  return {
    'tools/list': list,
    'prompts/list': list,
    'resources/list': list,
    'resources/templates/list': list,
    'server/discover': list,
    'resources/read': { ttlMs: ttlMs.records, cacheScope },
  };
}

/**
 * Runs a tool for a transport that needs no server for it. Rejects with the ProtocolError that a server would
 * answer. Nothing is run, and nothing given, for a name that no tool has for this caller.
 */
export async function answerCall(
  service: Service,
  name: string,
  args: Readonly<Record<string, unknown>>,
  caller: Caller,
  onError: OnError,
): Promise<ToolAnswer | undefined> {
  try {
    const registry = await service.registry();
    return registry.has(name, caller) ? await registry.answer(name, args, caller) : undefined;
  } catch (error) {
    throw asProtocolError(error, onError);
  }
}

function offerTools(server: Server, service: Service, caller: Caller): void {
  server.setRequestHandler('tools/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const registry = await service.registry();
    return { tools: [...registry.definitions(caller)] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const registry = await service.registry();
    if (!registry.has(params.name, caller)) throw unknownTool(params.name, registry.names(caller));
    return registry.call(params.name, params.arguments ?? {}, caller);
  });
}

function unknownTool(name: string, names: readonly string[]): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${quoted(name)}". The tools are ${names.join(', ')}.`,
  );
}

/**
 * The SDK reports wrong parameters as JSON of its schema library, partly under the code of an internal error,
 * and passes on the message of any error thrown in a handler. Here both become sentences fit to be seen.
 */
class ProductServer extends Server {
  readonly #onError: OnError;

  constructor(identity: Implementation, options: ServerOptions, onError: OnError) {
    super(identity, options);
    this.#onError = onError;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // The registry has checked its own results: the SDK would parse each of them against its schema again.
    const wrapped = method === 'tools/call' ? handler : super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw asProtocolError(error, this.#onError);
      }
    };
  }
}

function asProtocolError(error: unknown, onError: OnError): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const reported = invalidParams(error);
  if (reported !== undefined) return reported;
  onError(error instanceof Error ? error : new Error(String(error)));
  return internalError();
}
