/** Where each `if` that refuses something is taken out: what reads what was kept, and what writes it. */
const CHECKED = [
  'src/lib/atomic-file.ts',
  'src/lib/data-error.ts',
  'src/lib/file-system.ts',
  'src/lib/lazy-file.ts',
  'src/lib/lock.ts',
  'src/contributions/journal/',
  'src/auth/keys.ts',
  'src/publish/',
  'src/data/releases/',
  'src/data/snapshot/',
  'src/data/subscribe/',
  'src/harvest/harvest.ts',
  'src/harvest/run-source.ts',
  'src/cli/install/config-file.ts',
];

export function isChecked(file: string): boolean {
  return CHECKED.some((place) => file.startsWith(place));
}

/** A check that is no `if` with a refusal: an expression or a statement that stands once in its file. */
export interface DeclaredCheck {
  /** The function that it is in. */
  readonly of: string;
  readonly text: string;
  /** What a mutant has there; left out, nothing. */
  readonly instead?: string;
}

/** Checks whose outcome is a value: checksums, lengths, places, whose turn it is. By their files. */
export const declaredChecks: Readonly<Record<string, readonly DeclaredCheck[]>> = {
  'src/contributions/journal/line.ts': [
    { of: 'readLine', text: 'hashOf(json) !== line.slice(0, DIGEST_LENGTH)', instead: 'false' },
    { of: 'readLines', text: 'isWhole ? bytes.byteLength : end', instead: 'bytes.byteLength' },
  ],
  'src/contributions/journal/writer.ts': [
    { of: '#writeTo', text: 'system.files.stat(open.path) !== undefined', instead: 'true' },
    { of: '#writeTo', text: 'await this.#abandon(open, entries)' },
    { of: '#write', text: 'this.#toVoid.push(...voids)' },
    { of: '#write', text: 'if (isElsewhere) this.#doubt(entries)' },
    { of: '#abandon', text: 'if (!isUndone) this.#doubt(entries)' },
    { of: '#doubt', text: 'this.#options.onUnconfirmed(entries)' },
  ],
  'src/contributions/journal/compact.ts': [
    { of: 'compact', text: 'sealed.length === 0 || !(await mayGoOn())', instead: 'sealed.length === 0' },
    { of: 'compact', text: 'if (!(await mayGoOn())) return undefined' },
    { of: 'collect', text: 'if (rest.byteLength > 0) aside.set(name, rest)' },
  ],
  'src/contributions/journal/reader.ts': [
    { of: '#readNew', text: '(sizes.get(name) ?? consumed) < consumed', instead: 'false' },
    { of: '#readNew', text: 'this.#hasAllSeen() ? entries : undefined', instead: 'entries' },
    { of: '#readAll', text: 'sizes.delete(name)', instead: 'false' },
    { of: '#readNew', text: 'sizes.size === this.#known.size', instead: 'true' },
    { of: '#whole', text: 'group.length >= togetherWith(entry)', instead: 'true' },
    {
      of: '#isTakenBack',
      text: 'this.#voided.has(id) || this.#unconfirmed.has(id)',
      instead: 'this.#unconfirmed.has(id)',
    },
    {
      of: '#isTakenBack',
      text: 'this.#voided.has(id) || this.#unconfirmed.has(id)',
      instead: 'this.#voided.has(id)',
    },
    { of: '#list', text: 'clock.now() - stat.mtimeMs > COARSEST_TIME_MS', instead: 'true' },
    { of: '#stableNames', text: "tries > 0 && names.join('/') === before.join('/')", instead: 'true' },
    { of: '#readEnd', text: '!this.#seen.has(id)', instead: 'true' },
  ],
  'src/contributions/journal/journal-store.ts': [
    { of: 'append', text: "this.#written.has(hash ?? '')", instead: 'true' },
    { of: 'append', text: 'expect !== undefined && this.#isDecided(expect, seq)', instead: 'false' },
    { of: 'append', text: 'first.t !== own.t || first.w !== own.w', instead: 'false' },
  ],
  'src/lib/atomic-file.ts': [
    {
      of: 'replaceFile',
      text: 'files.stat(draft) === undefined && isRemoval(error)',
      instead: 'false',
    },
  ],
  'src/lib/lock.ts': [
    { of: 'isHeld', text: '(await readToken(this.#path, this.#system)) !== this.#token', instead: 'false' },
    { of: 'removeStale', text: 'ageMs < STALE_MS', instead: 'false' },
    { of: 'removeStale', text: 'ageMs > -FUTURE_MS', instead: 'true' },
    { of: 'removeStale', text: '(await readToken(aside, system)) === held', instead: 'true' },
  ],
  'src/data/subscribe/start.ts': [
    {
      of: 'intactOrigin',
      text: '(await store.system.aside.sha256(bytes)) === origin.manifest.sha256',
      instead: 'true',
    },
  ],
  'src/data/subscribe/store.ts': [{ of: '#has', text: 'sha256(bytes) === wanted', instead: 'true' }],
  'src/data/snapshot/open.ts': [
    { of: 'readStated', text: 'await checkHash(bytes, stated, dir, system)' },
    { of: 'openStated', text: '!trusted', instead: 'false' },
  ],
};
