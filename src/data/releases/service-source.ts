import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { BoundedFetch, type FetchBounds } from '../../lib/bounded-fetch.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { shownAddress } from '../../lib/shown-address.ts';
import { limits, PART_BYTES } from './release-manifest.ts';
import { isSyncError, type ReleaseSource, releaseUris, type SyncError, syncError } from './release-source.ts';

/**
 * Half a MiB takes a minute on a line of 70 kbit/s. A service that spreads what it has over a longer time than half an
 * hour keeps newer data back.
 */
const usualBounds: FetchBounds = {
  requestMs: 60_000,
  wholeMs: 1_800_000,
  // A manifest whose text was quoted twice, or a part in base64.
  answerBytes: 4 * limits.manifestBytes,
};

/** How long a service is waited for. */
export type Patience = Pick<FetchBounds, 'requestMs' | 'wholeMs'>;

export interface ServiceSourceOptions {
  readonly address: string;
  /** Of this program. */
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
  readonly patience?: Patience | undefined;
}

/** The hosted service, as an MCP client of the resources that syncing reads. Each method throws a SyncError. */
export class ServiceSource implements ReleaseSource {
  readonly #client: Client;
  readonly #options: ServiceSourceOptions;
  readonly #bounded: BoundedFetch;

  private constructor(client: Client, options: ServiceSourceOptions) {
    this.#client = client;
    this.#options = options;
    this.#bounded = new BoundedFetch({ ...usualBounds, ...options.patience }, options.signal);
  }

  /** Connects, in whichever era the service speaks. */
  static async connect(options: ServiceSourceOptions): Promise<ServiceSource> {
    const client = newClient(options.version);
    const service = new ServiceSource(client, options);
    try {
      await service.#ask(() =>
        client.connect(transportTo(options.address, service.#bounded), service.#limits),
      );
      return service;
    } catch (error) {
      await service.close();
      throw error;
    }
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

  /** Its address, for messages. */
  get #shown(): string {
    return shownAddress(this.#options.address);
  }

  get #limits() {
    const { signal } = this.#options;
    const { leftMs } = this.#bounded;
    return { timeout: leftMs, maxTotalTimeout: leftMs, ...(signal !== undefined && { signal }) };
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
          this.#bounded.fault === undefined &&
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
    this.#bounded.begin();
    try {
      return await request();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #explain(error: unknown): SyncError {
    const { signal } = this.#options;
    const { fault } = this.#bounded;
    if (fault !== undefined) return syncError(fault.code, `${fault.message} The local data stay.`, fault);
    if (isSyncError(error)) return error;
    if (signal?.aborted) return syncError('stopped', 'Syncing was stopped. The local data stay.', error);
    const answers = error instanceof SdkHttpError || error instanceof ProtocolError;
    const what = answers
      ? `does not answer as a service of this kind does (${oneLine(error)}). Is it the address of an MCP endpoint, such as https://example.org/api/mcp?`
      : `cannot be reached (${oneLine(error)}). Check the address and the network.`;
    return syncError('unreachable', `${this.#shown} ${what} The local data stay.`, error);
  }

  #noData(): SyncError {
    return syncError('no_data', `${this.#shown} offers tools, but no data to sync. The local data stay.`);
  }

  #malformed(uri: string): SyncError {
    return syncError(
      'malformed',
      `${this.#shown} answers ${uri} in a form that is none of syncing. The local data stay.`,
    );
  }
}

/** Why a request failed, as part of a sentence: its innermost cause. */
function oneLine(error: unknown): string {
  let reason = String(error);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    // Where several addresses were tried in vain, the error has no message of its own.
    reason = at.message || code || reason;
  }
  return sanitizeLine(reason, 200);
}

/** A client of a service whose tools and resources are known: nothing is listed, so nothing is held against a schema. */
export function newClient(version: string): Client {
  return new Client(
    { name: 'robotics-mcp', version },
    { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: anything },
  );
}

/** The way to a service, within bounds, and to no other address. Throws where the address is none. */
export function transportTo(address: string, { fetch }: BoundedFetch): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(address), { requestInit: { redirect: 'error' }, fetch });
}

const anything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};
