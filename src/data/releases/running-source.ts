import { join } from 'node:path';
import { diskFiles, type FileSystem, readTextIfThere } from '../../lib/file-system.ts';
import { type Packed, pack } from '../snapshot/compress.ts';
import type { Manifest } from '../snapshot/manifest.ts';
import type { DataOrigin } from '../subscribe/local-data.ts';
import { envelopeName } from '../subscribe/store.ts';
import {
  PART_BYTES,
  parseEnvelope,
  partCount,
  RELEASE_FORMAT,
  type ReleaseManifest,
  readReleaseManifest,
} from './release-manifest.ts';
import type { ReleaseSource } from './release-source.ts';

interface Offered {
  readonly sha256: string;
  readonly version: string;
  readonly packed: Packed;
  readonly envelope: string;
}

/** Offers the snapshot that this server answers from; it is compressed when it is first asked for. */
export class RunningSource implements ReleaseSource {
  readonly #origin: () => Promise<DataOrigin>;
  readonly #files: FileSystem;
  #offered: { readonly sha256: string; readonly made: Promise<Offered> } | undefined;

  constructor(origin: () => Promise<DataOrigin>, files = diskFiles) {
    this.#origin = origin;
    this.#files = files;
  }

  async manifest(): Promise<string> {
    return (await this.#current()).envelope;
  }

  async snapshotPart(version: string, part: number): Promise<Uint8Array | undefined> {
    const { packed, version: own } = await this.#current();
    if (version !== own || part >= partCount(packed.stated)) return undefined;
    return packed.bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
  }

  async deltaPart(): Promise<undefined> {
    return undefined;
  }

  async #current(): Promise<Offered> {
    const origin = await this.#origin();
    const { sha256 } = origin.manifest;
    if (this.#offered?.sha256 !== sha256) {
      const made = this.#make(origin);
      this.#offered = { sha256, made };
      made.catch(() => {
        this.#offered = undefined;
      });
    }
    return this.#offered.made;
  }

  async #make(origin: DataOrigin): Promise<Offered> {
    const { manifest, directory } = origin;
    const packed = await pack(await this.#files.readFile(join(directory, manifest.file)), 'snapshot');
    const envelope = (await this.#signed(origin, packed)) ?? unsigned(origin, packed);
    return { sha256: manifest.sha256, version: manifest.version, packed, envelope };
  }

  /** The manifest as its publisher signed it, if the snapshot here is to the byte the one that it names. */
  async #signed({ manifest, directory, synced }: DataOrigin, packed: Packed): Promise<string | undefined> {
    if (synced === undefined) return undefined;
    try {
      const text = await readTextIfThere(this.#files, join(directory, envelopeName(manifest.file)));
      const { snapshot } = readReleaseManifest(parseEnvelope(text ?? '').payload);
      return snapshot.compressed_sha256 === packed.stated.compressed_sha256 ? text : undefined;
    } catch {
      return undefined;
    }
  }
}

function unsigned({ manifest, synced }: DataOrigin, { stated }: Packed): string {
  const { version, date, counts, content_sha256 } = manifest as Manifest & Pick<ReleaseManifest, 'counts'>;
  const payload: ReleaseManifest = {
    format: RELEASE_FORMAT,
    version,
    date,
    issued_at: synced?.issued_at ?? `${date}T00:00:00Z`,
    counts,
    content_sha256,
    snapshot: stated,
    deltas: [],
  };
  return JSON.stringify({ payload: JSON.stringify(payload), signatures: [] });
}
