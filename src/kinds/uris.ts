import { isKindName } from './kind-names.ts';
import type { Kind } from './kinds.ts';

const scheme = 'robotics://';

export const datasetUri = `${scheme}dataset`;

export function recordUri(kind: Kind, id: string): string {
  return `${scheme}${kind}/${encodeURIComponent(id)}`;
}

export function schemaUri(kind: Kind): string {
  return `${scheme}schema/${kind}`;
}

export type ResourceName =
  | { readonly type: 'dataset' }
  | { readonly type: 'schema'; readonly kind: Kind }
  | { readonly type: 'record'; readonly kind: Kind; readonly id: string };

/** What an address names; undefined if it is none of ours. */
export function readUri(uri: string): ResourceName | undefined {
  if (uri === datasetUri) return { type: 'dataset' };
  const [, first = '', second = ''] = /^robotics:\/\/([a-z]+)\/([^/?#]+)$/.exec(uri) ?? [];
  if (first === 'schema') return isKindName(second) ? { type: 'schema', kind: second } : undefined;
  if (!isKindName(first)) return undefined;
  const id = decoded(second);
  return id === undefined ? undefined : { type: 'record', kind: first, id };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
