import type { ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { ReleaseSource } from '../../data/releases/release-source.ts';

/** A part of a version never changes; the manifest may at any time. */
const partTtlMs = 86_400_000;
const manifestTtlMs = 60_000;

const octets = 'application/octet-stream';

/** What `resources/templates/list` shows of syncing; nothing of it stands in `resources/list`. */
export const syncTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'robotics://snapshot',
    name: 'snapshot',
    title: 'The newest version, for syncing',
    description: 'Signed manifest of the newest snapshot, with the chain of deltas that leads to it',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'robotics://snapshot/{version}/{part}',
    name: 'snapshot-part',
    title: 'A part of a snapshot',
    description: 'Part, from 0, of 512 KiB of the snapshot compressed with Brotli',
    mimeType: octets,
  },
  {
    uriTemplate: 'robotics://delta/{from}/{part}',
    name: 'delta-part',
    title: 'A part of a delta',
    description: 'Part, from 0, of the compressed delta that leads from a version to the next',
    mimeType: octets,
  },
];

/** True for an address that belongs to syncing. */
export function isSyncUri(uri: string): boolean {
  return /^robotics:\/\/(?:snapshot|delta)(?:\/|$)/.test(uri);
}

/** Reads what syncing reads; undefined if there is none at this address. */
export async function readSyncResource(
  uri: string,
  offer: ReleaseSource,
): Promise<ReadResourceResult | undefined> {
  if (uri === 'robotics://snapshot') {
    const content = { uri, mimeType: 'application/json', text: await offer.manifest() };
    return { contents: [content], ttlMs: manifestTtlMs };
  }
  const [, what, version = '', part = ''] =
    /^robotics:\/\/(snapshot|delta)\/([\d.]{1,20})\/(\d{1,5})$/.exec(uri) ?? [];
  if (what === undefined) return undefined;
  const bytes =
    what === 'snapshot'
      ? await offer.snapshotPart(version, Number(part))
      : await offer.deltaPart(version, Number(part));
  if (bytes === undefined) return undefined;
  const blob = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { contents: [{ uri, mimeType: octets, blob }], ttlMs: partTtlMs };
}
