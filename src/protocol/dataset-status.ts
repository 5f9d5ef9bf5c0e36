import type { WaitingContributions } from '../contributions/contributions.ts';
import type { Agreement } from '../data/subscribe/agreement.ts';
import type { SeenData } from '../data/subscribe/store.ts';
import type { OpenData } from './replaceable-data.ts';

/** What GET, `info` and `robotics://dataset` say of the data. */
export interface DatasetStatus {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly age_days: number;
  /** Whether the data came with the program or from a service. */
  readonly source: 'bundled' | 'synced';
  /** The key that signed synced data (its id; null for none), and since when they are in use. */
  readonly synced?: { readonly signed_by: string | null; readonly applied_at: string };
  /** When the service's newest manifest was signed, and when it was last looked at; absent if that never was. */
  readonly service?: { readonly issued_at: string; readonly checked_at: string };
  /** Sentences for the operator on what is wrong with the data; absent if nothing is. */
  readonly warnings?: readonly string[];
  /** A newer version that is open here, and not in use yet: other servers lack it. */
  readonly ready?: string;
  /** The version before, which pages by cursor still come from. */
  readonly before?: string;
  /** Where several servers put versions into use together. */
  readonly servers?: {
    readonly alive: number;
    /** The version that they agreed on last. */
    readonly agreed?: string;
    /** How many of them have the newest version that any of them has. */
    readonly ready: number;
  };
  readonly contributions: number;
  /** Contributions that are not in the data yet; absent where they are kept in memory. */
  readonly waiting?: WaitingContributions;
  /** Records by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

const A_DAY = 86_400_000;
/** A publisher signs again at least this often, even when nothing has changed. */
const LONGEST_SILENCE_DAYS = 3;

/** Describes the data in use. */
export async function statusOf(opened: OpenData, now: Date): Promise<DatasetStatus> {
  const { catalogue, contributions, origin, warning, others, agreement } = opened;
  const { version, date } = catalogue.info;
  const counts = catalogue.counts();
  const waits = opened.waiting();
  const seen = await opened.seen();
  const { synced } = origin;
  const warnings = [warning, seen && freezeWarning(seen, now)].filter((each) => each !== undefined);
  return {
    version,
    date,
    age_days: Math.max(0, Math.floor((now.getTime() - Date.parse(date)) / A_DAY)),
    source: synced === undefined ? 'bundled' : 'synced',
    ...(synced !== undefined && {
      synced: { signed_by: synced.signed_by, applied_at: synced.applied_at },
    }),
    ...(seen !== undefined && { service: { issued_at: seen.issued_at, checked_at: seen.checked_at } }),
    ...(warnings.length > 0 && { warnings }),
    ...(others?.next !== undefined && { ready: others.next }),
    ...(others?.before !== undefined && { before: others.before }),
    ...(agreement !== undefined && agreement.now.servers > 0 && { servers: serversOf(agreement) }),
    contributions: contributions.count,
    ...(waits !== undefined && { waiting: waits }),
    counts,
  };
}

function serversOf({ now: { version, servers, ready } }: Agreement): Required<DatasetStatus>['servers'] {
  return { alive: servers, ...(version !== undefined && { agreed: version }), ready };
}

/** Warns of a service that serves the same version for ever, or of a wrong clock. */
function freezeWarning({ issued_at, checked_at }: SeenData, now: Date): string | undefined {
  const days = Math.floor((now.getTime() - Date.parse(issued_at)) / A_DAY);
  if (days < 0) {
    return `The newest manifest was signed at ${issued_at}, which is still to come by the clock of this machine.`;
  }
  if (days <= LONGEST_SILENCE_DAYS) return undefined;
  return `The newest manifest that was seen is ${days} days old (looked at ${checked_at}): nothing has been synced since, its publisher is idle, or somebody keeps newer data back.`;
}
