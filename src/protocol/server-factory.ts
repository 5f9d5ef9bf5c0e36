import {
  type AuthInfo,
  type CacheHint,
  type McpRequestContext,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { type Caller, NOBODY } from '../lib/caller.ts';
import { offerPrompts, offerResources } from './offer-resources.ts';
import { type OnError, type OnOutcome, ProductServer, quoted, refuseCursor } from './product-server.ts';
import {
  CAPABILITIES,
  HANDSHAKE_REVISIONS,
  LISTS_TTL_MS,
  NOTIFYING_CAPABILITIES,
  type Transport,
} from './protocol.ts';
import type { Service } from './service.ts';

/** Records change with the dataset's version and when a correction is accepted. */
const RECORDS_TTL_MS = 60_000;

/**
 * Carries a caller, and who is told what came of the request, through the SDK, which hands both to the factory. The
 * token itself goes no further.
 */
export function authInfoOf(caller: Caller, onOutcome?: OnOutcome): AuthInfo {
  return { token: '', clientId: caller.name, scopes: [...caller.scopes], extra: { caller, onOutcome } };
}

/**
 * Makes the factory that every transport serves from: a low-level server an exchange or connection, all of
 * them answering from the service's one registry. `owner` is who asks where the transport names nobody.
 */
export function createServerFactory(
  service: Service,
  onError: OnError,
  owner: Caller = NOBODY,
  transport: Transport = 'http',
): McpServerFactory {
  const identity = { name: service.name, version: service.version };
  const options: Omit<ServerOptions, 'capabilities'> = {
    instructions: service.instructions,
    supportedProtocolVersions: [...HANDSHAKE_REVISIONS],
    cacheHints: cacheHints(service),
  };
  return ({ authInfo, era }) => {
    const { caller = owner, onOutcome } = (authInfo?.extra ?? {}) as Carried;
    const capabilities = capabilitiesOf(transport, era);
    const server = new ProductServer(identity, { ...options, capabilities }, onError, onOutcome);
    offerTools(server, service, caller);
    offerResources(server, service);
    offerPrompts(server, service);
    if (transport === 'stdio') tellOfChanges(server, service, era);
    return server;
  };
}

interface Carried {
  readonly caller?: Caller;
  readonly onOutcome?: OnOutcome;
}

function capabilitiesOf(
  transport: Transport,
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
    if (subscribed.size >= MOST_SUBSCRIPTIONS && !subscribed.has(params.uri)) throw tooManySubscriptions();
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
const MOST_SUBSCRIPTIONS = 1_000;

function tooManySubscriptions(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `A connection can subscribe to ${MOST_SUBSCRIPTIONS} resources. Unsubscribe from some first.`,
  );
}

/** What one caller sees may be hidden from another where callers show who they are. */
function cacheHints({ authenticated }: Service): NonNullable<ServerOptions['cacheHints']> {
  const cacheScope: CacheHint['cacheScope'] = authenticated ? 'private' : 'public';
  const list = { ttlMs: LISTS_TTL_MS, cacheScope };
  return {
    'tools/list': list,
    'prompts/list': list,
    'resources/list': list,
    'resources/templates/list': list,
    'server/discover': list,
    'resources/read': { ttlMs: RECORDS_TTL_MS, cacheScope },
  };
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
