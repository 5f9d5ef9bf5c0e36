import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Agreed, Agreement } from '../../src/data/subscribe/agreement.ts';
import { SyncStore } from '../../src/data/subscribe/store.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { createService, type Service } from '../../src/protocol/service.ts';
import { temporaryDirectory } from '../contributions/faulty-files.ts';
import { putVersion, shuffledOf, snapshotOf, versionOf } from '../helpers/versions.ts';

vi.setConfig({ testTimeout: 90_000 });
const LONG = { timeout: 60_000, interval: 20 };
const [first, second, third] = [1, 2, 3].map((n) => versionOf(n).version) as [string, string, string];

let place: ReturnType<typeof temporaryDirectory>;
let store: SyncStore;
let services: Service[];
let problems: unknown[];
beforeEach(async () => {
  place = temporaryDirectory();
  store = new SyncStore(place.path);
  services = [];
  problems = [];
  await putVersion(store, await snapshotOf(1));
});
afterEach(async () => {
  for (const service of services) await service.close();
  place.remove();
});

/** Other servers that say what they are told to say. */
class Others implements Agreement {
  now: Agreed = { version: first, held: [first], servers: 2, ready: 1 };
  onChange = (): void => undefined;
  holds: readonly string[] = [];

  announce(holds: readonly string[]): void {
    this.holds = holds;
  }

  say(now: Partial<Agreed>): void {
    this.now = { ...this.now, ...now };
    this.onChange();
  }
}

function startService(keep: { keepMs?: number; agreement?: Agreement; directory?: string } = {}): Service {
  const service = createService({
    tools: 'default',
    readOnly: false,
    onInternalError: (_reference, error) => problems.push(error),
    keep: { directory: place.path, ...keep },
  });
  services.push(service);
  return service;
}

interface Page {
  readonly results: readonly { readonly id: string; readonly name: string }[];
  readonly next_cursor?: string;
  readonly dataset: { readonly version: string };
  readonly error?: { readonly code: string; readonly retry_after_s?: number; readonly message: string };
}

async function page(service: Service, cursor?: string, tool = 'search_robots'): Promise<Page> {
  const registry = await service.registry();
  const args = { sort: 'name', limit: 3, ...(cursor !== undefined && { cursor }) };
  const asked = tool === 'show' ? { view: 'table', tool: 'search_robots', arguments: args } : args;
  const { structuredContent } = await registry.call(tool, asked, LOCAL_USER);
  return structuredContent as unknown as Page;
}

/** The names on this page and all that follow. */
async function walk(service: Service, from?: Page): Promise<string[]> {
  const names: string[] = [];
  for (let at = from ?? (await page(service)); ; at = await page(service, at.next_cursor)) {
    expect(at.error).toBeUndefined();
    names.push(...at.results.map(({ id, name }) => `${id} ${name}`));
    if (at.next_cursor === undefined) return names;
  }
}

const versionIn = async (service: Service) => (await page(service)).dataset.version;

async function putSecond(): Promise<void> {
  await putVersion(store, await snapshotOf(2, shuffledOf(2)));
}

describe('a list that is read page by page while the data are replaced', () => {
  it('is the same without gap or repetition, and who begins anew gets the new one', async () => {
    const service = startService();
    const whole = await walk(service);
    const begun = await page(service);
    await putSecond();
    await expect.poll(() => versionIn(service), LONG).toBe(second);
    expect(await walk(service, begun)).toEqual(whole);
    const shown = (await page(service, begun.next_cursor, 'show')) as unknown as {
      readonly dataset: { readonly version: string };
    };
    expect(shown.dataset.version).toBe(first);
    const anew = await walk(service);
    expect(anew.length).toBeLessThan(whole.length);
    expect(anew.every((line) => line.endsWith(' V2'))).toBe(true);
    expect(await service.status()).toMatchObject({ version: second, before: first });
    expect(problems).toEqual([]);
  });

  it('cannot be read on when its version has been given up, which is said', async () => {
    const service = startService({ keepMs: 50 });
    const begun = await page(service);
    await putSecond();
    await expect.poll(() => versionIn(service), LONG).toBe(second);
    const expired = async () => (await page(service, begun.next_cursor)).error?.code;
    await expect.poll(expired, LONG).toBe('CURSOR_EXPIRED');
    expect((await service.status()).before).toBeUndefined();
  });

  it('goes back one version, and no further', async () => {
    const service = startService();
    const begun = await page(service);
    await putSecond();
    await expect.poll(() => versionIn(service), LONG).toBe(second);
    const later = await page(service);
    await putVersion(store, await snapshotOf(3));
    await expect.poll(() => versionIn(service), LONG).toBe(third);
    expect((await page(service, begun.next_cursor)).error?.code).toBe('CURSOR_EXPIRED');
    expect((await page(service, later.next_cursor)).dataset.version).toBe(second);
  });
});

describe('a server among others', () => {
  it('waits with a newer version until all agree, and gives pages of it before', async () => {
    const others = new Others();
    const service = startService({ agreement: others });
    const begun = await page(service);
    await putSecond();
    await expect.poll(() => others.holds, LONG).toEqual([first, second]);
    expect(await versionIn(service)).toBe(first);
    expect(await service.status()).toMatchObject({ version: first, ready: second, servers: { alive: 2 } });

    others.say({ held: [first, second], ready: 2 });
    expect(await versionIn(service)).toBe(first);
    others.say({ version: second });
    expect(await versionIn(service)).toBe(second);
    expect((await page(service, begun.next_cursor)).dataset.version).toBe(first);
    expect(others.holds).toEqual([first, second]);
  });

  it('reads on from a version that others use already and it does not', async () => {
    const others = new Others();
    const service = startService({ agreement: others });
    const alone = startService();
    await page(service);
    await putSecond();
    await expect.poll(() => others.holds, LONG).toEqual([first, second]);
    await expect.poll(() => versionIn(alone), LONG).toBe(second);
    const whole = await walk(alone);
    const begun = await page(alone);
    expect(await walk(service, begun)).toEqual(whole);
    expect(await versionIn(service)).toBe(first);
  });

  it('says of a version that others have and it has not that the same may be sent again', async () => {
    const others = new Others();
    const alone = startService();
    await putSecond();
    await expect.poll(() => versionIn(alone), LONG).toBe(second);
    const { next_cursor } = await page(alone);
    const elsewhere = temporaryDirectory();
    const service = startService({ agreement: others, directory: elsewhere.path });
    others.say({ held: [first, second] });
    expect((await page(service, next_cursor)).error).toMatchObject({
      code: 'UNAVAILABLE',
      retry_after_s: 5,
      message: expect.stringContaining(second),
    });
    others.say({ held: [first] });
    expect((await page(service, next_cursor)).error?.code).toBe('CURSOR_EXPIRED');
    elsewhere.remove();
  });

  it('begins with what all use, though it has a newer version; and takes that when all do', async () => {
    const current = await snapshotOf(1);
    const newer = await snapshotOf(2);
    await store.writeSnapshot(newer.manifest, newer.bytes);
    const [before, now] = [current, newer].map(({ manifest }) => manifest);
    if (before === undefined || now === undefined) throw new Error('There are two.');
    const known = await store.current();
    if (known === undefined) throw new Error('A version was put there.');
    await store.makeCurrent('{}', { ...known, manifest: now, before: known });
    const others = new Others();
    const service = startService({ agreement: others });
    expect(await versionIn(service)).toBe(first);
    await expect.poll(() => others.holds, LONG).toEqual([first, second]);
    others.say({ version: second });
    expect(await versionIn(service)).toBe(second);
  });

  it('takes an older version than the one agreed on rather than stay with a still older one', async () => {
    const others = new Others();
    const service = startService({ agreement: others });
    await page(service);
    others.say({ version: third, held: [first, third] });
    await putSecond();
    await expect.poll(() => versionIn(service), LONG).toBe(second);
  });
});
