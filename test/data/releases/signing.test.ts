import { describe, expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { readPublicKey } from '../../../src/data/releases/publisher-keys.ts';
import {
  type Envelope,
  introductionsHash,
  limits,
  parseEnvelope,
  partCount,
  type ReleaseManifest,
  readReleaseManifest,
} from '../../../src/data/releases/release-manifest.ts';
import {
  generateKeys,
  introduceKeys,
  readPrivateKey,
  signPayload,
  verifyEnvelope,
} from '../../../src/data/releases/signing.ts';
import { sha256 } from '../../../src/data/snapshot/manifest.ts';
import { kinds } from '../../../src/kinds/kinds.ts';
import { isDataError } from '../../../src/lib/data-error.ts';

const [old, fresh, stranger] = [newPair(), newPair(), newPair()];
const packed = {
  sha256: sha256('file'),
  size_bytes: 20_000_000,
  compressed_sha256: sha256('packed'),
  compressed_bytes: 5_000_000,
};

function newPair() {
  const { privateKey, publicKey } = generateKeys();
  return { privateKey: readPrivateKey(privateKey), publicKey, pem: privateKey };
}

/** The manifest of a version with a chain of deltas, one a day. */
function manifestOf(deltas: number, more: Partial<ReleaseManifest> = {}): ReleaseManifest {
  const version = (n: number) =>
    `2026.${String(1 + Math.floor(n / 28)).padStart(2, '0')}.${String(1 + (n % 28)).padStart(2, '0')}`;
  return {
    format: 1,
    version: version(deltas),
    date: '2026-11-20',
    issued_at: '2026-11-20T04:00:00Z',
    counts: Object.fromEntries(kinds.map((kind) => [kind, 3])) as ReleaseManifest['counts'],
    content_sha256: sha256(`content ${deltas}`),
    snapshot: packed,
    deltas: Array.from({ length: deltas }, (_, n) => ({
      ...packed,
      size_bytes: 60_000,
      compressed_bytes: 9000,
      from: version(n),
      to: version(n + 1),
      content_before: sha256(`content ${n}`),
      content_after: sha256(`content ${n + 1}`),
    })),
    ...more,
  };
}

function signedBy(
  { privateKey }: typeof old,
  manifest: ReleaseManifest,
  introductions?: Envelope['introductions'],
): Envelope {
  const hash = introductionsHash(introductions);
  const payload = JSON.stringify({ ...manifest, ...(hash !== undefined && { introductions_sha256: hash }) });
  const signatures = [signPayload(payload, privateKey)];
  return { payload, signatures, ...(introductions !== undefined && { introductions }) };
}

describe('a signed manifest', () => {
  const manifest = manifestOf(30);
  const text = JSON.stringify(signedBy(old, manifest));

  it('is read by whoever trusts the key', () => {
    expect(verifyEnvelope(parseEnvelope(text), [stranger.publicKey, old.publicKey])).toEqual({
      payload: JSON.stringify(manifest),
      manifest,
      signed_by: old.publicKey.key_id,
      trusted: [stranger.publicKey, old.publicKey],
    });
  });

  it('stays small with thirty deltas', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(20_000);
  });

  it('is refused without a signature, and by whoever trusts others', () => {
    const { payload } = parseEnvelope(text);
    expect(() => verifyEnvelope({ payload, signatures: [] }, [old.publicKey])).toThrow(
      expect.objectContaining({ code: 'unsigned' }),
    );
    for (const trusted of [[], [stranger.publicKey]]) {
      expect(() => verifyEnvelope(parseEnvelope(text), trusted)).toThrow(
        expect.objectContaining({ code: 'unknown_key' }),
      );
    }
  });

  it('is refused if a stranger signed in the name of the key', () => {
    const { payload } = parseEnvelope(text);
    const forged = { ...signPayload(payload, stranger.privateKey), key_id: old.publicKey.key_id };
    expect(() => verifyEnvelope({ payload, signatures: [forged] }, [old.publicKey])).toThrow(
      expect.objectContaining({ code: 'bad_signature' }),
    );
  });

  it('is refused if one trusted signature is wrong, whatever another is', () => {
    const { payload, signatures } = parseEnvelope(text);
    const wrong = signPayload('something else', fresh.privateKey);
    const both = { payload, signatures: [...signatures, wrong] };
    expect(() => verifyEnvelope(both, [old.publicKey, fresh.publicKey])).toThrow(
      expect.objectContaining({ code: 'bad_signature' }),
    );
  });

  it.each([
    ['without', text, [old.publicKey]],
    [
      'with an introduction',
      JSON.stringify(
        signedBy(fresh, manifestOf(2), [
          introduceKeys([fresh.publicKey], manifest.issued_at, old.privateKey),
        ]),
      ),
      [fresh.publicKey],
    ],
  ])('is refused with any bit flipped, %s', (_what, whole, trusted) => {
    const bytes = Buffer.from(whole);
    const random = new Random(3);
    const accepted: number[] = [];
    const bits = Array.from({ length: 1500 }, () => random.below(bytes.byteLength * 8));
    // The signature stands at the end: there every bit is tried.
    const last = whole.lastIndexOf('"signature"');
    for (let bit = last * 8; bit < Math.min(bytes.byteLength, last + 120) * 8; bit++) bits.push(bit);
    for (const bit of bits) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        verifyEnvelope(parseEnvelope(flipped.toString('utf8')), trusted);
        accepted.push(bit);
      } catch (error) {
        expect(isDataError(error)).toBe(true);
      }
    }
    expect(accepted).toEqual([]);
  });
});

describe('another key', () => {
  const introduction = introduceKeys([fresh.publicKey], '2026-11-20T04:00:00Z', old.privateKey);
  const keys = [fresh.publicKey];

  it('is listed by a manifest that the old one signed', () => {
    const { trusted } = verifyEnvelope(signedBy(old, manifestOf(1, { keys })), [old.publicKey]);
    expect(trusted).toEqual(keys);
  });

  it('is found along the introductions by whoever was away, and the old one is retired', () => {
    const envelope = signedBy(fresh, manifestOf(1, { keys }), [introduction]);
    expect(verifyEnvelope(envelope, [old.publicKey])).toMatchObject({
      signed_by: fresh.publicKey.key_id,
      trusted: keys,
    });
    const third = newPair();
    const chain = [introduction, introduceKeys([third.publicKey], '2026-11-21T04:00:00Z', fresh.privateKey)];
    const later = signedBy(third, manifestOf(1, { keys: [third.publicKey] }), chain);
    expect(verifyEnvelope(later, [old.publicKey]).trusted).toEqual([third.publicKey]);
    expect(verifyEnvelope(later, [fresh.publicKey]).trusted).toEqual([third.publicKey]);
    expect(() => verifyEnvelope(later, [stranger.publicKey])).toThrow(/not trusted here/);
  });

  it('is not taken from a stranger, nor if the introduction was altered', () => {
    const own = introduceKeys([stranger.publicKey], '2026-11-20T04:00:00Z', stranger.privateKey);
    const envelope = signedBy(stranger, manifestOf(1, { keys: [stranger.publicKey] }), [own]);
    expect(() => verifyEnvelope(envelope, [old.publicKey])).toThrow(
      expect.objectContaining({ code: 'unknown_key' }),
    );
    const altered = { ...introduction, payload: introduction.payload.replace('2026', '2027') };
    expect(() => verifyEnvelope(signedBy(fresh, manifestOf(1), [altered]), [old.publicKey])).toThrow(
      expect.objectContaining({ code: 'bad_signature' }),
    );
  });

  it('is not introduced by a manifest put in the place of an introduction, nor left out unseen', () => {
    const manifest = signedBy(old, manifestOf(1, { keys }));
    expect(() => verifyEnvelope(signedBy(fresh, manifestOf(1), [manifest]), [old.publicKey])).toThrow(
      /not trusted here/,
    );
    const { introductions: _left, ...without } = signedBy(fresh, manifestOf(1), [introduction]);
    expect(() => verifyEnvelope(without, [fresh.publicKey])).toThrow(/introductions/);
  });

  it('is read from the text that a person copies', () => {
    expect(readPublicKey(` ${fresh.publicKey.public_key}\n`)).toEqual(fresh.publicKey);
    for (const wrong of ['', 'AAAA', fresh.publicKey.key_id, fresh.pem]) {
      expect(() => readPublicKey(wrong)).toThrow(/no public key/);
    }
  });

  it('is not shown when it is private and cannot be read', () => {
    const broken = fresh.pem.replace(/\n.{10}/, '\n');
    expect(() => readPrivateKey(broken)).toThrow(/release keygen/);
    try {
      readPrivateKey(broken);
    } catch (error) {
      const told = `${(error as Error).message}${(error as Error).stack}${String((error as Error).cause)}`;
      for (const line of broken.split('\n').slice(1, 2)) expect(told).not.toContain(line);
    }
  });
});

describe('a manifest', () => {
  const read = (manifest: object) => readReleaseManifest(JSON.stringify(manifest));

  it('may hold what a later program of this format adds', () => {
    const counts = { ...manifestOf(0).counts, boats: 3 };
    expect(read({ ...manifestOf(3), counts, mirrors: ['https://example.org'] })).toEqual(manifestOf(3));
  });

  it('of the next format is told to be newer, whatever else it holds', () => {
    for (const later of [{ format: 2 }, { ...manifestOf(1), format: 2, deltas: 'elsewhere' }]) {
      const refused = expect.objectContaining({ code: 'newer_format' });
      expect(() => read(later)).toThrow(refused);
      expect(() => read(later)).toThrow(/newer format 2.*Update robotics-mcp/);
    }
  });

  const [first, second, third] = manifestOf(3).deltas;
  it.each([
    ['a gap in its chain', { deltas: [first, third] }, /chain breaks/],
    ['a chain that ends elsewhere', { deltas: [first, second] }, /chain breaks/],
    ['a chain that runs backwards', { deltas: [third, second, first] }, /chain/],
    ['hashes that do not meet', { content_sha256: sha256('x') }, /do not meet/],
    ['a snapshot too large', { snapshot: { ...packed, size_bytes: 2e9 } }, /snapshot.size_bytes/],
    ['a negative size', { snapshot: { ...packed, compressed_bytes: -1 } }, /compressed_bytes/],
    ['a version that is a path', { version: '../../etc' }, /version/],
    ['no such day', { date: '2026-02-30' }, /date/],
    ['a key under another name', { keys: [{ ...fresh.publicKey, key_id: old.publicKey.key_id }] }, /key id/],
    ['too many deltas', { deltas: Array.from({ length: limits.deltas + 1 }, () => first) }, /deltas/],
  ])('with %s is refused', (_what, change, message) => {
    expect(() => read({ ...manifestOf(3), ...change })).toThrow(message);
  });

  it('is refused if it is too large or no manifest at all', () => {
    expect(() => parseEnvelope(`"${'x'.repeat(limits.manifestBytes)}"`)).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
    for (const text of ['', 'null', '[]', '{"payload":1}', '<html>']) {
      expect(() => parseEnvelope(text)).toThrow(expect.objectContaining({ code: 'damaged' }));
    }
  });

  it('says in how many parts its files come', () => {
    expect(
      [1, 524_288, 524_289, 5_690_457].map((compressed_bytes) => partCount({ compressed_bytes })),
    ).toEqual([1, 1, 2, 11]);
  });
});
