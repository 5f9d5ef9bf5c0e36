import { afterEach, beforeEach, expect, it } from 'vitest';
import { crashSync } from '../../../scripts/crash/sync.ts';
import { Publisher } from '../../../scripts/sync/publisher.ts';
import { smallVersions } from '../../../scripts/sync/small-versions.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';
import { sqlite } from '../../helpers/catalogue.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

it('a few kills while syncing leave the old version or the new one, whole', {
  timeout: 120_000,
}, async () => {
  const publisher = new Publisher(await sqlite());
  const report = await crashSync({
    home: place.path,
    kills: 2,
    publisher,
    ...smallVersions(),
  });
  expect(report).toMatchObject({ kills: 2, faults: [] });
});
