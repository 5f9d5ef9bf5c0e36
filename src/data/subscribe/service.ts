import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { limits, partBytes } from '../releases/release-manifest.ts';
import { SyncError } from './errors.ts';

const timeoutMs = 60_000;

/** Bytes of one answer: a manifest whose text was quoted twice, or a part in base64. */
const answerBytes = 4 * limits.manifestBytes;

const snapshotUri = 'robotics://snapshot';

export interface ServiceOptions {
  readonly address: string;
  /** Of this program. */
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
}

/** The hosted service, as an MCP client of the resources that syncing reads. Each method throws a SyncError. */
export class SyncService {
  private readonly client: Client;
  private readonly options: ServiceOptions;
  /** What stopped an answer on its way; the SDK tells of its consequences. */
  private readonly fault: { error?: SyncError };

  private constructor(client: Client, options: ServiceOptions, fault: { error?: SyncError }) {
    this.client = client;
    this.options = options;
    this.fault = fault;
  }

  /** Connects, in whichever era the service speaks. */
  static async connect(options: ServiceOptions): Promise<SyncService> {
    const client = new Client(
      { name: 'robotics-mcp', version: options.version },
      { versionNegotiation: { mode: 'auto' }, jsonSchemaValidator: anything },
    );
    const fault: { error?: SyncError } = {};
    const service = new SyncService(client, options, fault);
    await service.ask(() => {
      const transport = new StreamableHTTPClientTransport(new URL(options.address), {
        requestInit: { redirect: 'error' },
        fetch: boundedFetch(fault),
      });
      return client.connect(transport, service.limits);
    });
    if (client.getServerCapabilities()?.resources !== undefined) return service;
    await service.close();
    throw service.noData();
  }

  /** The text of the signed manifest. */
  async manifest(): Promise<string> {
    const content = await this.read(snapshotUri, () => this.noData());
    if ('text' in content && typeof content.text === 'string') return content.text;
    throw this.malformed(snapshotUri);
  }

  /** A part of the compressed snapshot of a version, counted from 0. */
  snapshotPart(version: string, part: number): Promise<Uint8Array> {
    return this.part(`${snapshotUri}/${version}/${part}`);
  }

  /** A part of the compressed delta that leads on from a version. */
  deltaPart(from: string, part: number): Promise<Uint8Array> {
    return this.part(`robotics://delta/${from}/${part}`);
  }

  async close(): Promise<void> {
    await this.client.close().catch(() => undefined);
  }

  private get limits() {
    const { signal } = this.options;
    return { timeout: timeoutMs, maxTotalTimeout: timeoutMs, ...(signal !== undefined && { signal }) };
  }

  private async part(uri: string): Promise<Uint8Array> {
    const content = await this.read(
      uri,
      () => new SyncError('changed_meanwhile', `The service has no ${uri} any more. Sync again.`),
    );
    if (!('blob' in content) || typeof content.blob !== 'string') throw this.malformed(uri);
    const bytes = Buffer.from(content.blob, 'base64');
    if (bytes.byteLength <= partBytes) return bytes;
    throw new SyncError('too_large', `${uri} has more than ${partBytes} bytes. The local data stay.`);
  }

  private async read(uri: string, absent: () => SyncError) {
    const { contents } = await this.ask(
      // What was read once is not read again, and would only take memory.
      () => this.client.readResource({ uri }, { ...this.limits, cacheMode: 'bypass' }),
      absent,
    );
    const [content] = contents;
    if (contents.length !== 1 || content?.uri !== uri) throw this.malformed(uri);
    return content;
  }

  private async ask<T>(request: () => Promise<T>, absent?: () => SyncError): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw this.explain(error, absent);
    }
  }

  private explain(error: unknown, absent: (() => SyncError) | undefined): SyncError {
    const { address, signal } = this.options;
    if (this.fault.error !== undefined) return this.fault.error;
    if (error instanceof SyncError) return error;
    if (signal?.aborted) return new SyncError('stopped', 'Syncing was stopped. The local data stay.', error);
    if (error instanceof ProtocolError && absent !== undefined) return absent();
    const answers = error instanceof SdkHttpError || error instanceof ProtocolError;
    const what = answers
      ? `does not answer as a service of this kind does (${oneLine(error)}). Is it the address of an MCP endpoint, such as https://example.org/api/mcp?`
      : `cannot be reached (${oneLine(error)}). Check the address and the network.`;
    return new SyncError('unreachable', `${address} ${what} The local data stay.`, error);
  }

  private noData(): SyncError {
    return new SyncError(
      'no_data',
      `${this.options.address} offers tools, but no data to sync. The local data stay.`,
    );
  }

  private malformed(uri: string): SyncError {
    return new SyncError(
      'malformed',
      `${this.options.address} answers ${uri} in a form that is none of syncing. The local data stay.`,
    );
  }
}

/** Fetches without following to another address, and gives up an answer that goes on beyond its bound. */
function boundedFetch(fault: { error?: SyncError }): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes <= answerBytes) return controller.enqueue(chunk);
          fault.error = new SyncError(
            'too_large',
            `An answer of the service goes on beyond ${answerBytes} bytes. The local data stay.`,
          );
          controller.error(fault.error);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}

/** Why a request failed, fit for a sentence: what stands at the bottom of its causes. */
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
