import { decodePercent } from '../lib/percent-encoding.ts';
import type { Kind } from './kinds.ts';

const scheme = 'robotics://';

export const datasetUri = `${scheme}dataset`;

export const changesUri = `${scheme}changes`;

export function recordUri(kind: Kind, id: string): string {
  return `${scheme}${kind}/${encodeURIComponent(id)}`;
}

export function schemaUri(kind: Kind): string {
  return `${scheme}schema/${kind}`;
}

/** `kind` as in the URI: `isKind` says whether there is such a kind. */
type ResourceName =
  | { readonly type: 'dataset' }
  | { readonly type: 'changes'; readonly since?: string }
  | { readonly type: 'schema'; readonly kind: string }
  | { readonly type: 'record'; readonly kind: string; readonly id: string; readonly cite?: string };

/**
 * The resource that one of our URIs names; undefined if it is none. Loads no kind, since every start loads this.
 */
export function readUri(uri: string): ResourceName | undefined {
  if (uri === datasetUri) return { type: 'dataset' };
  const [isChanges, since] = /^robotics:\/\/changes(?:\?since=([^&#]{1,60}))?$/.exec(uri) ?? [];
  if (isChanges !== undefined) {
    const text = since === undefined ? undefined : decodePercent(since);
    return since !== undefined && text === undefined
      ? undefined
      : { type: 'changes', ...(text !== undefined && { since: text }) };
  }
  const [, first = '', second = '', cite] =
    /^robotics:\/\/([a-z]+)\/([^/?#]{1,600})(?:\?cite=([a-z-]+))?$/.exec(uri) ?? [];
  if (first === '') return undefined;
  if (first === 'schema' && cite === undefined) return { type: 'schema', kind: second };
  const id = decodePercent(second);
  if (id === undefined || (cite !== undefined && first !== 'publications')) return undefined;
  return { type: 'record', kind: first, id, ...(cite !== undefined && { cite }) };
}
