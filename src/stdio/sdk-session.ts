import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { LOCAL_USER } from '../lib/caller.ts';
import { listenedTo } from '../protocol/changes.ts';
import { createServerFactory } from '../protocol/server-factory.ts';
import type { Service } from '../protocol/service.ts';
import type { StdioWire } from './wire.ts';

/** The SDK's server on a connection that may have been opened before the SDK was loaded. */
export interface SdkSession {
  receive(message: JSONRPCMessage): void;
  /** Ends the session, and with it the connection. */
  close(): Promise<void>;
}

/**
 * Starts the SDK's server. `opening` is the `initialize` that was answered already: the server hears it, so that
 * it knows the caller and the revision, and its own answer to it is dropped.
 */
export function openSdkSession(
  service: Service,
  wire: StdioWire,
  opening: JSONRPCMessage | undefined,
  onError: (error: Error) => void,
): SdkSession {
  const channel = new Channel(wire, opening);
  const handle = serveStdio(createServerFactory(service, onError, LOCAL_USER, 'stdio'), {
    transport: channel,
  });
  if (opening !== undefined) channel.onmessage?.(opening);
  return {
    receive: (message) => {
      for (const uri of listenedTo(message)) service.changes?.watch(uri);
      channel.onmessage?.(message);
    },
    close: async () => {
      // The connection may have ended by itself: then the server has yet to hear of it.
      channel.onclose?.();
      await handle.close();
    },
  };
}

class Channel implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly setProtocolVersion: (revision: string) => void;
  readonly #wire: StdioWire;
  #opening: JSONRPCMessage | undefined;

  constructor(wire: StdioWire, opening: JSONRPCMessage | undefined) {
    this.#wire = wire;
    this.#opening = opening;
    this.setProtocolVersion = wire.setProtocolVersion;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isAnswered(message)) this.#opening = undefined;
    else await this.#wire.send(message);
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  #isAnswered(message: JSONRPCMessage): boolean {
    const opening = this.#opening;
    if (opening === undefined || !('id' in opening)) return false;
    return 'result' in message && message.id === opening.id;
  }
}
