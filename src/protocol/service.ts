import type { WaitingContributions } from '../contributions/contributions.ts';
import type { Registry } from '../tools/registry.ts';
import type { Changes } from './changes.ts';
import type { Charts } from './charts.ts';
import type { Surface } from './surface.ts';

/** What GET, `info` and `robotics://dataset` say of the data. */
export interface DatasetStatus {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly age_days: number;
  /** Whether the data came with the program or from a service. */
  readonly source: 'bundled' | 'synced';
  /** Who vouches for synced data (a key's id; null for nobody), and since when they are in use. */
  readonly synced?: { readonly signed_by: string | null; readonly applied_at: string };
  /** When the service's newest manifest was signed, and when it was last looked at; absent if that never was. */
  readonly service?: { readonly issued_at: string; readonly checked_at: string };
  /** Sentences for the operator on what is wrong with the data; absent if nothing is. */
  readonly warnings?: readonly string[];
  readonly contributions: number;
  /** Contributions that are not in the data yet; absent where they are kept in memory. */
  readonly waiting?: WaitingContributions;
  /** Records by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** One running service: transports need nothing else. */
export interface Service {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  /** True where callers show who they are, and what they see depends on it. */
  readonly authenticated: boolean;
  /** The tools on offer. Loads them if they are not loaded yet; rejects if one was chosen that does not exist. */
  registry(): Promise<Registry>;
  /** Resources, prompts and completions; loaded when they are first asked for. */
  surface(): Promise<Surface>;
  /** Opens the data if they are not open yet. */
  status(): Promise<DatasetStatus>;
  /** What the status page draws of the data. */
  charts(): Promise<Charts>;
  /** Tells when resources have changed; undefined where the data never do. */
  readonly changes?: Changes;
  /** Starts loading tools and data in the background; call it after `initialize` was answered. */
  warm(): void;
  close(): Promise<void>;
}
