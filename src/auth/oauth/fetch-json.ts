const timeoutMs = 5_000;
const maxBytes = 1_048_576;

/** Fetches a small JSON document from an address that the operator named. Rejects with a sentence. */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    // What the operator named answers itself.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    throw new Error(`${address} cannot be read: ${cause?.code ?? cause?.message ?? error.message}.`);
  });
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => undefined);
    throw new Error(`${address} answers ${response.status}.`);
  }
  return parse(await readText(response, address), address);
}

async function readText({ body }: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`${address} sends more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${address} sends no JSON.`);
  }
}
