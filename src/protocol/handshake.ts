import { HANDSHAKE_REVISIONS } from './protocol.ts';
import type { Service } from './service.ts';

/** What is declared to callers over HTTP of the revisions with a handshake: they cannot be told of anything. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} } as const;

/** The same to callers that can be told of changes: on stdio, and over HTTP by the 2026-07-28 revision. */
export const NOTIFYING_CAPABILITIES = { ...CAPABILITIES, resources: { subscribe: true } } as const;

/** The result of `initialize`: the revision asked for if it is spoken, else the newest that has a handshake. */
export interface InitializeResult {
  readonly protocolVersion: string;
  readonly capabilities: typeof NOTIFYING_CAPABILITIES;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string;
}

/** Answers `initialize` as the SDK's server does, to which the same name, capabilities and instructions are given. */
export function initializeResult(service: Service, requested: string): InitializeResult {
  const newest = HANDSHAKE_REVISIONS[0] as string;
  return {
    protocolVersion: HANDSHAKE_REVISIONS.includes(requested) ? requested : newest,
    capabilities: NOTIFYING_CAPABILITIES,
    serverInfo: { name: service.name, version: service.version },
    instructions: service.instructions,
  };
}
