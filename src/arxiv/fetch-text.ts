/** An answer of the API as it came, or why there is none. */
export type Reply =
  | { readonly status: number; readonly text: string; readonly retryAfterMs: number | undefined }
  | { readonly failure: string };

export interface FetchLimits {
  readonly userAgent: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const mostRedirects = 3;

/** Fetches an address as text, within its limits. Redirects lead to the same host only. */
export async function fetchText(address: URL, limits: FetchLimits): Promise<Reply> {
  let url = address;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const response = await request(url, limits);
    if ('failure' in response) return response;
    const target = redirectOf(response, url);
    if (target === undefined) return readReply(response, limits);
    await response.body?.cancel().catch(() => undefined);
    if (target.hostname !== address.hostname || !/^https?:$/.test(target.protocol)) {
      return { failure: 'it redirects to another host' };
    }
    url = target;
  }
  return { failure: 'it redirects in a circle' };
}

async function request(
  url: URL,
  { userAgent, signal }: FetchLimits,
): Promise<Response | { failure: string }> {
  try {
    return await fetch(url, {
      headers: { accept: 'application/atom+xml', 'user-agent': userAgent },
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    return { failure: describe(error, signal) };
  }
}

function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

async function readReply(response: Response, { maxBytes, signal }: FetchLimits): Promise<Reply> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop cancels the rest of the body.
      if (size > maxBytes) return { failure: `its answer is larger than ${maxBytes} bytes` };
      chunks.push(chunk);
    }
  } catch (error) {
    return { failure: describe(error, signal) };
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { status: response.status, text, retryAfterMs: readRetryAfter(response.headers.get('retry-after')) };
}

/** Seconds, or a date; see RFC 9110, section 10.2.3. */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time';
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code === undefined ? 'the connection broke' : `the connection failed (${cause.code})`;
}
