import type { Caller } from '../lib/caller.ts';
import type { DatasetStatus } from './dataset-status.ts';
import { PROTOCOL_REVISIONS } from './protocol.ts';
import type { Service } from './service.ts';

/** What the beta promises; shown wherever the service describes itself. */
const TERMS =
  'Beta: free, without limits and without a key. Any change of price is announced 30 days before.';

/** The same where some of it wants a token. */
const KEYED_TERMS =
  'Beta: free and without limits; what wants a key says so. Any change of price is announced 30 days before.';

/** What `GET` answers to a user who wants to know whether the server is there, and `info --json` prints. */
export interface ServiceStatus {
  readonly name: string;
  readonly version: string;
  readonly beta: true;
  readonly terms: string;
  readonly protocol_revisions: readonly string[];
  readonly dataset: DatasetStatus;
  readonly tools: readonly string[];
}

/** Describes a service as a caller sees it; opens its data if they are not open yet. */
export async function describeService(service: Service, caller: Caller): Promise<ServiceStatus> {
  return {
    name: service.name,
    version: service.version,
    beta: true,
    terms: service.authenticated ? KEYED_TERMS : TERMS,
    protocol_revisions: PROTOCOL_REVISIONS,
    dataset: await service.status(),
    tools: (await service.registry()).names(caller),
  };
}
