import type { PublisherKey } from '../releases/publisher-key.ts';

/** The publishers that this package trusts. None until whoever distributes it adds one, as docs/syncing.md says. */
export const bundledPublisherKeys: readonly PublisherKey[] = [];
