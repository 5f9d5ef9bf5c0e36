import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '../../src/data/snapshot/manifest.ts';
import type { Random } from '../harness/random.ts';
import type { Program } from './program.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { Sources } from './sources.ts';

export interface PublishingOptions {
  readonly program: Program;
  readonly folder: string;
  readonly clock: SimulatedClock;
  readonly sources: Sources;
  readonly random: Random;
}

interface KeyFile {
  readonly file: string;
  readonly public_key: string;
  readonly key_id: string;
}

/** On which days the publisher's key is followed by another, which signs from the next day on, and is retired. */
const INTRODUCED_ON = 2;
const RETIRED_ON = 4;
/** What says that a release waits for a clock that was set back. */
const CLOCK = /Check the clock/;

/** What a publisher does each day: harvest, release, and now and then another key. */
export class Publishing {
  readonly #options: PublishingOptions;
  readonly releases: string;
  readonly versions: string[] = [];
  #keys: KeyFile[] = [];
  #papers = 0;

  constructor(options: PublishingOptions) {
    this.#options = options;
    this.releases = join(options.folder, 'releases');
  }

  /** The key that clients were given at the beginning. */
  get key(): string {
    return this.#keys[0]?.public_key ?? '';
  }

  get newest(): string {
    return this.versions.at(-1) ?? '';
  }

  /** What no log may hold: a line of each private key. */
  secrets(): [string, string][] {
    return this.#keys.map(({ file, key_id }) => [
      `the private key ${key_id}`,
      readFileSync(file, 'utf8').split('\n')[1] ?? '',
    ]);
  }

  /** Makes a key and releases the data as they are. */
  async begin(): Promise<void> {
    await this.#makeKey();
    const { code, errors } = await this.#release('release', this.#signing(0));
    if (code !== 0) throw new Error(`The first release failed: ${errors}`);
    this.versions.push(this.#latest().version);
  }

  /** The day's harvest and release; says what went wrong. */
  async day(day: number): Promise<string[]> {
    const faults = await this.#changeKeys(day);
    const { sources, clock, random } = this.#options;
    sources.papers = Array.from({ length: random.below(4) }, () => this.#paper(clock.today));
    const signing = this.#signing(day);
    const { code, out, errors } = await this.#release('harvest', signing, ['daily', ...sources.options]);
    const { version } = this.#latest();
    const order = compareVersions(version, this.newest);
    if (order > 0) this.versions.push(version);
    if (order < 0) faults.push(`version ${version} came after ${this.newest}`);
    const isUnchanged = /Nothing has changed since|"status": "(?:refreshed|unchanged)"/.test(out);
    if (code !== 0 && !CLOCK.test(errors))
      faults.push(`the day ended with ${code}: ${errors.trim()} ${out.slice(0, 400)}`);
    else if (order === 0 && code === 0 && !isUnchanged)
      faults.push(`nothing was released: ${out.slice(0, 400)}`);
    if (errors.includes('left out')) faults.push(errors.trim());
    return [...faults, ...(await this.#verify())];
  }

  /** A client that has seen the change of keys takes nothing that the retired one signs. */
  async end(home: string): Promise<string[]> {
    const [old] = this.#keys;
    const seen = JSON.parse(readFileSync(join(home, 'data', 'seen.json'), 'utf8')) as {
      readonly keys: readonly { readonly key_id: string }[];
    };
    const isTrusted = seen.keys.some(({ key_id }) => key_id === old?.key_id);
    const isRetired = this.#retired;
    if (isTrusted && isRetired) return ['the retired key is trusted by who has synced since'];
    return [];
  }

  #retired = false;

  #latest(): { readonly version: string } {
    const envelope = JSON.parse(readFileSync(join(this.releases, 'latest.json'), 'utf8')) as {
      payload: string;
    };
    return JSON.parse(envelope.payload);
  }

  /** Which key signs on a day. */
  #signing(day: number): KeyFile {
    const key = day > INTRODUCED_ON ? this.#keys.at(-1) : this.#keys[0];
    if (key === undefined) throw new Error('There is no key.');
    return key;
  }

  async #makeKey(): Promise<KeyFile> {
    const { program, folder } = this.#options;
    const file = join(folder, `publisher-${this.#keys.length + 1}.pem`);
    const { out } = await program.run('release', 'keygen', '--json', '--out', file);
    const key = { file, ...(JSON.parse(out) as { public_key: string; key_id: string }) };
    this.#keys.push(key);
    return key;
  }

  async #changeKeys(day: number): Promise<string[]> {
    const { program } = this.#options;
    const rotate = (signing: KeyFile, ...change: string[]) =>
      program.run('release', 'rotate', '--releases', this.releases, '--key', signing.file, ...change);
    const [first] = this.#keys;
    if (first === undefined) return [];
    if (day === INTRODUCED_ON) {
      const next = await this.#makeKey();
      const { code, errors } = await rotate(first, '--introduce-key', next.public_key);
      return code === 0 ? [] : [`the key was not introduced: ${errors.trim()}`];
    }
    if (day < RETIRED_ON || this.#retired) return [];
    const { code, errors } = await rotate(this.#signing(day), '--retire-key', first.key_id);
    this.#retired = code === 0;
    // It is tried again the next day.
    return code === 0 || CLOCK.test(errors) ? [] : [`the key was not retired: ${errors.trim()}`];
  }

  #release(command: string, { file }: KeyFile, more: readonly string[] = []) {
    const { program, folder } = this.#options;
    const places = ['--dataset', join(folder, 'dataset'), '--data-dir', join(folder, 'first')];
    return program.run(command, ...more, ...places, '--releases', this.releases, '--key', file);
  }

  async #verify(): Promise<string[]> {
    const { program } = this.#options;
    const { code, out } = await program.run('release', 'verify', '--releases', this.releases);
    return code === 0 ? [] : [`the releases are not whole: ${out.trim()}`];
  }

  #paper(day: string) {
    this.#papers += 1;
    const number = 10_000 + this.#papers;
    return { id: `3103.${number}`, day, title: `A Walking Robot of the Kind ${number} Learns` };
  }
}
