import { Publisher } from '../sync/publisher.ts';
import { serveOffer } from '../sync/serve-offer.ts';
import { smallVersions, sqliteEngine } from '../sync/small-versions.ts';

/** Offers a small version that is newer than the bundled one, in a process of its own, and tells where. */
const { versionOf, recordsOf } = smallVersions();
const publisher = new Publisher(await sqliteEngine());
await publisher.release(versionOf(1), recordsOf(1));
const { url } = await serveOffer(publisher.offer());
process.send?.({ url, key: publisher.key.public_key });
process.once('disconnect', () => process.exit());
