import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot, type Snapshot } from '../../../src/data/snapshot/build.ts';
import { type Manifest, SNAPSHOT_FORMAT } from '../../../src/data/snapshot/manifest.ts';
import { openSnapshot, type SnapshotError } from '../../../src/data/snapshot/open.ts';
import { isDataError } from '../../../src/lib/data-error.ts';
import { smallRecords, sqlite, wasmPath } from '../../helpers/catalogue.ts';

const version = { version: '2026.11.20', date: '2026-11-20' };
/** Where SQLite keeps user_version and application_id (file format, section 1.3). */
const [formatAt, applicationAt] = [60, 68];

let built: Snapshot;
let dir: string;
beforeEach(async () => {
  built ??= buildSnapshot(await sqlite(), { version, records: smallRecords });
  dir = mkdtempSync(join(tmpdir(), 'robotics-mcp-open-'));
  lay(built.bytes, built.manifest);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function lay(bytes: Uint8Array, manifest: object): void {
  writeFileSync(join(dir, built.manifest.file), bytes);
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest));
}

/** Bytes with some of them changed, and a manifest that agrees with them. */
function layChanged(change: (bytes: Uint8Array) => Uint8Array): void {
  const bytes = change(Uint8Array.from(built.bytes));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  lay(bytes, { ...built.manifest, sha256, size_bytes: bytes.byteLength });
}

function putUint32(at: number, value: number): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => {
    new DataView(bytes.buffer).setUint32(at, value);
    return bytes;
  };
}

async function refusal(): Promise<SnapshotError> {
  try {
    (await openSnapshot({ dir, wasm: wasmPath })).close();
  } catch (error) {
    if (isDataError(error)) return error as SnapshotError;
    throw error;
  }
  throw new Error('The snapshot was opened.');
}

const again = 'Install robotics-mcp again; in a clone, run "npm run build".';

it('opens what the build made', async () => {
  const catalogue = await openSnapshot({ dir, wasm: wasmPath });
  expect(catalogue.counts()).toEqual(built.manifest.counts);
  expect(catalogue.find('robots', 'unitree-g1')?.name).toBe('G1');
  catalogue.close();
});

describe('a damaged snapshot is refused', () => {
  it.each([0, 100, 5000, -1])('with one byte flipped at %i', async (at) => {
    const bytes = Uint8Array.from(built.bytes);
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    lay(bytes, built.manifest);
    expect(await refusal()).toMatchObject({ code: 'damaged', message: expect.stringContaining(again) });
  });

  it.each([0, 50, 4096, -1])('cut after %i bytes', async (length) => {
    lay(built.bytes.slice(0, length), built.manifest);
    const { code, message } = await refusal();
    expect(code).toBe('damaged');
    expect(message).toContain(`instead of ${built.manifest.size_bytes}`);
    expect(message).toContain(again);
  });

  it.each(['', 'x'.repeat(99), 'x'.repeat(5000)])(
    'that is no database, though its manifest agrees',
    async (text) => {
      layChanged(() => new TextEncoder().encode(text));
      expect(await refusal()).toMatchObject({ code: 'damaged', message: expect.stringContaining(again) });
    },
  );

  it('that has a right header and nothing right behind it', async () => {
    layChanged((bytes) => bytes.fill(0xff, 100));
    expect(await refusal()).toMatchObject({ code: 'damaged', message: expect.stringContaining(again) });
  });

  it('that is a database of another program', async () => {
    layChanged(putUint32(applicationAt, 0x12345678));
    expect((await refusal()).message).toContain('not a robotics-mcp snapshot');
  });

  it.each(['not JSON', '', 'null', '[]', '{}', '{"format":4}', '{"format":"1"}'])(
    'with a manifest of %j',
    async (text) => {
      writeFileSync(join(dir, 'manifest.json'), text);
      expect(await refusal()).toMatchObject({ code: 'damaged', message: expect.stringContaining(again) });
    },
  );

  it.each([
    { file: '../snapshot.sqlite' },
    { file: '/etc/passwd' },
    { sha256: 'x' },
    { size_bytes: -1 },
    { counts: 3 },
  ])('with %j in its manifest', async (change: object) => {
    lay(built.bytes, { ...built.manifest, ...(change as Partial<Manifest>) });
    expect((await refusal()).code).toBe('damaged');
  });
});

describe('a missing snapshot is refused', () => {
  it.each(['manifest.json', 'snapshot.sqlite'])('without %s', async (file) => {
    unlinkSync(join(dir, file));
    expect(await refusal()).toMatchObject({ code: 'missing', message: expect.stringContaining(again) });
  });

  it('without its folder', async () => {
    rmSync(dir, { recursive: true });
    const { code, message } = await refusal();
    expect(code).toBe('missing');
    expect(message).toContain(dir);
  });
});

describe('a snapshot of a newer format is refused', () => {
  const newer = SNAPSHOT_FORMAT + 1;
  const todo = `have format ${newer}; this program reads formats up to ${SNAPSHOT_FORMAT}. Update robotics-mcp.`;

  it('by its manifest, before anything else of it is read', async () => {
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ format: newer, something: 'new' }));
    unlinkSync(join(dir, built.manifest.file));
    expect(await refusal()).toMatchObject({
      code: 'newer_format',
      message: expect.stringContaining(todo),
    });
  });

  it('by the file itself', async () => {
    layChanged(putUint32(formatAt, newer));
    expect(await refusal()).toMatchObject({
      code: 'newer_format',
      message: expect.stringContaining(todo),
    });
  });
});
