import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { limitBytes } from '../../lib/fetch.ts';
import { limits, PART_BYTES } from './release-manifest.ts';
import { isSyncError, type ReleaseSource, releaseUris, type SyncError, syncError } from './release-source.ts';

const TIMEOUT_MS = 60_000;

/** Bytes of one answer: a manifest whose text was quoted twice, or a part in base64. */
const ANSWER_BYTES = 4 * limits.manifestBytes;

export interface ServiceOptions {
  readonly address: string;
  /** Of this program. */
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
}

/** The hosted service, as an MCP client of the resources that syncing reads. Each method throws a SyncError. */
export class ServiceSource implements ReleaseSource {
  readonly #client: Client;
  readonly #options: ServiceOptions;
  /** What stopped an answer on its way; the SDK tells of its consequences. */
  readonly #fault: { error?: SyncError };

  private constructor(client: Client, options: ServiceOptions, fault: { error?: SyncError }) {
    this.#client = client;
    this.#options = options;
    this.#fault = fault;
  }

  /** Connects, in whichever era the service speaks. */
  static async connect(options: ServiceOptions): Promise<ServiceSource> {
    const client = new Client(
      { name: 'robotics-mcp', version: options.version },
      { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: anything },
    );
    const fault: { error?: SyncError } = {};
    const service = new ServiceSource(client, options, fault);
    await service.#ask(() => {
      const transport = new StreamableHTTPClientTransport(new URL(options.address), {
        requestInit: { redirect: 'error' },
        fetch: boundedFetch(fault),
      });
      return client.connect(transport, service.#limits);
    });
    if (client.getServerCapabilities()?.resources !== undefined) return service;
    await service.close();
    throw service.#noData();
  }

  async manifest(): Promise<string> {
    const uri = releaseUris.manifest;
    const content = await this.#read(uri);
    if (content === undefined) throw this.#noData();
    if ('text' in content && typeof content.text === 'string') return content.text;
    throw this.#malformed(uri);
  }

  snapshotPart(version: string, part: number): Promise<Uint8Array | undefined> {
    return this.#part(releaseUris.snapshotPart(version, part));
  }

  deltaPart(from: string, part: number): Promise<Uint8Array | undefined> {
    return this.#part(releaseUris.deltaPart(from, part));
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined);
  }

  get #limits() {
    const { signal } = this.#options;
    return { timeout: TIMEOUT_MS, maxTotalTimeout: TIMEOUT_MS, ...(signal !== undefined && { signal }) };
  }

  async #part(uri: string): Promise<Uint8Array | undefined> {
    const content = await this.#read(uri);
    if (content === undefined) return undefined;
    if (!('blob' in content) || typeof content.blob !== 'string') throw this.#malformed(uri);
    const bytes = Buffer.from(content.blob, 'base64');
    if (bytes.byteLength <= PART_BYTES) return bytes;
    throw syncError('too_large', `${uri} has more than ${PART_BYTES} bytes. The local data stay.`);
  }

  /** Undefined if the service refuses, as it does where there is nothing of this name. */
  async #read(uri: string) {
    // What was read once is not read again, and would only take memory.
    const read = () => this.#client.readResource({ uri }, { ...this.#limits, cacheMode: 'bypass' });
    const result = await this.#ask(() =>
      read().catch((error: unknown) => {
        if (
          error instanceof ProtocolError &&
          this.#fault.error === undefined &&
          !this.#options.signal?.aborted
        )
          return undefined;
        throw error;
      }),
    );
    if (result === undefined) return undefined;
    const [content] = result.contents;
    if (result.contents.length !== 1 || content?.uri !== uri) throw this.#malformed(uri);
    return content;
  }

  async #ask<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #explain(error: unknown): SyncError {
    const { address, signal } = this.#options;
    if (this.#fault.error !== undefined) return this.#fault.error;
    if (isSyncError(error)) return error;
    if (signal?.aborted) return syncError('stopped', 'Syncing was stopped. The local data stay.', error);
    const answers = error instanceof SdkHttpError || error instanceof ProtocolError;
    const what = answers
      ? `does not answer as a service of this kind does (${oneLine(error)}). Is it the address of an MCP endpoint, such as https://example.org/api/mcp?`
      : `cannot be reached (${oneLine(error)}). Check the address and the network.`;
    return syncError('unreachable', `${address} ${what} The local data stay.`, error);
  }

  #noData(): SyncError {
    return syncError(
      'no_data',
      `${this.#options.address} offers tools, but no data to sync. The local data stay.`,
    );
  }

  #malformed(uri: string): SyncError {
    return syncError(
      'malformed',
      `${this.#options.address} answers ${uri} in a form that is none of syncing. The local data stay.`,
    );
  }
}

/** Fetches without following to another address, and gives up an answer that goes on beyond its bound. */
function boundedFetch(fault: { error?: SyncError }): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    const tooLarge = () => {
      fault.error = syncError(
        'too_large',
        `An answer of the service goes on beyond ${ANSWER_BYTES} bytes. The local data stay.`,
      );
      return fault.error;
    };
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(limitBytes(ANSWER_BYTES, tooLarge));
    return new Response(body, { status, statusText, headers });
  };
}

/** Why a request failed, as part of a sentence: its innermost cause. */
function oneLine(error: unknown): string {
  let reason = String(error);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    // Where several addresses were tried in vain, the error has no message of its own.
    reason = at.message || code || reason;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a service sends is not to move the cursor
  return reason.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 200);
}

const anything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};
