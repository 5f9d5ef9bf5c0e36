import {
  type AuthInfo,
  type CacheHint,
  type Implementation,
  type McpRequestContext,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, NOBODY } from '../lib/caller.ts';
import { oneLine } from '../tools/shared/answer.ts';
import { ToolError } from '../tools/tool.ts';
import { pollParams } from './events/events.ts';
import {
  notifyOfChanges,
  type OnError,
  type OnOutcome,
  ProductServer,
  quoted,
  refuseCursor,
} from './product-server.ts';
import {
  CAPABILITIES,
  ErrorCode,
  HANDSHAKE_REVISIONS,
  hasResourceLinks,
  LISTS_TTL_MS,
  MODERN_REVISION,
  NOTIFYING_CAPABILITIES,
  type Transport,
  UNNAMED_REVISION,
} from './protocol.ts';
import type { Service } from './service.ts';

/** Records change with the dataset's version and when a correction is accepted. */
const RECORDS_TTL_MS = 60_000;

/** The capabilities of the 2026-07-28 revision, with events (SEP-3415) and what its implementers looked for before it was final. */
const MODERN_CAPABILITIES = {
  ...NOTIFYING_CAPABILITIES,
  events: {},
  extensions: { ...CAPABILITIES.extensions, 'io.modelcontextprotocol/events': {} },
} as const;

/** The codes that the events extension adds. */
const EventErrorCode = {
  /** There is no such event. */
  NotFound: -32_011,
  /** The caller may not follow it. */
  Forbidden: -32_012,
} as const;

/**
 * Passes a caller, the revision of its headers, and the listener for the request's outcome, through the SDK to the factory. The token itself is
 * not passed on.
 */
export function authInfoOf(
  caller: Caller,
  { onOutcome, revision }: { readonly onOutcome?: OnOutcome; readonly revision?: string | undefined } = {},
): AuthInfo {
  const extra = { caller, onOutcome, revision };
  return { token: '', clientId: caller.name, scopes: [...caller.scopes], extra };
}

/**
 * Makes the factory that every transport serves from: a low-level server for each request or connection, all of
 * them answering from the service's one registry. `owner` is the caller where the transport names none.
 */
export function createServerFactory(
  service: Service,
  onError: OnError,
  owner: Caller = NOBODY,
  transport: Transport = 'http',
): McpServerFactory {
  const { name, version, info } = service;
  const identity = { name, version, ...info } as Implementation;
  const options: Omit<ServerOptions, 'capabilities'> = {
    instructions: service.instructions,
    supportedProtocolVersions: [...HANDSHAKE_REVISIONS],
    cacheHints: cacheHints(service),
  };
  return ({ authInfo, era }) => {
    const { caller = owner, onOutcome, revision } = (authInfo?.extra ?? {}) as Carried;
    const capabilities = capabilitiesOf(transport, era);
    const server = new ProductServer(identity, { ...options, capabilities }, era, onError, onOutcome);
    const spoken = () => server.getNegotiatedProtocolVersion() ?? revision ?? UNNAMED_REVISION;
    offerTools(server, service, caller, era === 'modern' ? () => MODERN_REVISION : spoken);
    offerResources(server, service, era);
    offerPrompts(server, service);
    offerSkills(server, service, era);
    if (era === 'modern') offerEvents(server, service, caller);
    if (transport === 'stdio') notifyOfChanges(server, service, era);
    return server;
  };
}

interface Carried {
  readonly caller?: Caller;
  readonly onOutcome?: OnOutcome;
  readonly revision?: string;
}

function capabilitiesOf(
  transport: Transport,
  era: McpRequestContext['era'],
): NonNullable<ServerOptions['capabilities']> {
  if (era === 'modern') return MODERN_CAPABILITIES;
  return transport === 'stdio' ? NOTIFYING_CAPABILITIES : CAPABILITIES;
}

/** What one caller sees may be hidden from another where callers are authenticated. */
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

function offerTools(server: Server, service: Service, caller: Caller, revision: () => string): void {
  server.setRequestHandler('tools/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const registry = await service.registry();
    return { tools: [...registry.definitions(caller)] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const registry = await service.registry();
    if (!registry.has(params.name, caller)) throw unknownTool(params.name, registry.names(caller));
    const withLinks = service.links === true && hasResourceLinks(revision());
    return JSON.parse((await registry.answer(params.name, params.arguments ?? {}, caller, withLinks)).json);
  });
}

function unknownTool(name: string, names: readonly string[]): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${quoted(name)}". The tools are ${names.join(', ')}.`,
  );
}

/** Answers the requests for resources, prompts and completions from the service's surface. */
function offerResources(server: Server, service: Service, era: McpRequestContext['era']): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const { listedResources } = await service.surface();
    return { resources: [...listedResources] };
  });
  server.setRequestHandler('resources/templates/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const { resourceTemplates } = await service.surface();
    return { resourceTemplates: [...resourceTemplates] };
  });
  server.setRequestHandler('resources/read', async ({ params }) => {
    const { readResource } = await service.surface();
    const found = await readResource(params.uri).catch((error: unknown) => {
      throw error instanceof ToolError
        ? new ProtocolError(ErrorCode.InvalidParams, oneLine(error.message))
        : error;
    });
    if (found === undefined) throw noResource(params.uri, era);
    return found;
  });
}

function offerPrompts(server: Server, service: Service): void {
  server.setRequestHandler('prompts/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const { prompts } = await service.surface();
    return {
      prompts: prompts.map(({ name, title, description, arguments: args }) => ({
        name,
        title,
        description,
        arguments: args.map((argument) => ({
          name: argument.name,
          description: argument.description,
          required: argument.required,
        })),
      })),
    };
  });
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const { promptText } = await service.surface();
    const said = promptText(params.name, params.arguments ?? {});
    if ('problem' in said) throw new ProtocolError(ProtocolErrorCode.InvalidParams, said.problem);
    return { messages: [{ role: 'user', content: { type: 'text', text: said.text } }] };
  });
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const { complete } = await service.surface();
    const completion = await complete(params.ref, params.argument);
    if (completion === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'ref names no prompt or resource template.');
    }
    return { completion: { ...completion } };
  });
}

/** The methods of SEP-2640. The SDK's own extension serves its high-level servers alone. */
function offerSkills(server: Server, service: Service, era: McpRequestContext['era']): void {
  const hints = era === 'modern' ? cacheHints(service)['tools/list'] : {};
  const listParams = z.looseObject({ cursor: z.string().optional() });
  server.setRequestHandler('skills/list', { params: listParams }, async ({ cursor }) => {
    refuseCursor(cursor);
    const { skills } = await service.surface();
    return { skills, ...hints };
  });
  server.setRequestHandler('skills/get', { params: z.looseObject({ uri: z.string() }) }, async ({ uri }) => {
    const { skillAt, skills } = await service.surface();
    const skill = skillAt(uri);
    if (skill !== undefined) return { skill, ...hints };
    const known = skills.map((one) => one.uri).join(', ');
    const message = `There is no skill ${quoted(uri)}. The skills are ${known}.`;
    throw new ProtocolError(ErrorCode.InvalidParams, message);
  });
}

/** Polling of SEP-3415, which came with 2026-07-28: in older revisions there are no such methods. */
function offerEvents(server: Server, service: Service, caller: Caller): void {
  const listParams = z.looseObject({ cursor: z.string().optional() });
  server.setRequestHandler('events/list', { params: listParams }, async ({ cursor }) => {
    refuseCursor(cursor);
    const events = await service.events();
    return { events: events.list(caller), ...cacheHints(service)['tools/list'] };
  });
  server.setRequestHandler('events/poll', { params: pollParams }, async (request) => {
    const events = await service.events();
    if (events.list(caller).length === 0)
      throw new ProtocolError(EventErrorCode.Forbidden, 'Following events needs the scope read.');
    try {
      return { ...(await events.poll(request)) };
    } catch (error) {
      throw error instanceof ToolError ? eventError(error) : error;
    }
  });
}

function eventError({ code, message }: ToolError): ProtocolError {
  return code === 'NOT_FOUND'
    ? new ProtocolError(EventErrorCode.NotFound, oneLine(message), { kind: 'event' })
    : new ProtocolError(ErrorCode.InvalidParams, oneLine(message));
}

function noResource(uri: string, era: McpRequestContext['era']): ProtocolError {
  const code = era === 'modern' ? ErrorCode.InvalidParams : ErrorCode.ResourceNotFound;
  const message = `There is no resource ${quoted(uri)}. resources/list and resources/templates/list show what can be read.`;
  return new ProtocolError(code, message, { uri: quoted(uri) });
}
