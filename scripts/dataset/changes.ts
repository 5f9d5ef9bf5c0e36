import { z } from 'zod';
import { source } from '../../src/kinds/common.ts';
import { type Kind, kinds } from '../../src/kinds/kinds.ts';
import { evidence, evidenceFaults } from './evidence.ts';

const kind = z.enum(kinds as [Kind, ...Kind[]]);
const id = z.string().min(1);
const change = z.union([
  z.strictObject({
    kind,
    record: z.looseObject({ id }),
    replace: z.boolean().optional(),
    evidence: evidence.optional(),
  }),
  z.strictObject({
    kind,
    id,
    patch: z.record(z.string(), z.unknown()).optional(),
    sources: z.array(source.partial({ title: true })).optional(),
    evidence: evidence.optional(),
  }),
  z.strictObject({ kind, id, drop: z.string().min(5).describe('Why') }),
]);
/** One line of a file of changes. */
export type Change = z.infer<typeof change>;

/** Reads a file of changes, one JSON object a line. Throws an Error that names file and line of the first fault. */
export function readChanges(text: string, file: string): Change[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [change.parse(JSON.parse(line))];
    } catch (error) {
      throw new Error(`${file}:${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
}

type Json = Record<string, unknown>;

/** Applies changes of one kind to its lines; what cannot be applied is named in `problems`. */
export function mergeChanges(
  lines: readonly string[],
  changes: readonly Change[],
): { merged: Map<string, Json>; problems: string[]; summary: string } {
  const merged = new Map(
    lines.map((line) => {
      const record = JSON.parse(line) as Json;
      return [record.id as string, record] as const;
    }),
  );
  const problems: string[] = [];
  const counts = { added: 0, changed: 0, dropped: 0 };
  for (const one of changes) {
    const key = 'record' in one ? one.record.id : one.id;
    problems.push(...withoutEvidence(one).map((fault) => `${one.kind} ${key}: ${fault}`));
    const known = merged.get(key);
    if ('record' in one) {
      if (known !== undefined && one.replace !== true) problems.push(`${one.kind} ${key} exists: patch it`);
      merged.set(key, one.record);
      counts[known === undefined ? 'added' : 'changed'] += 1;
    } else if (known === undefined) {
      problems.push(`${one.kind} has no ${key}`);
    } else if ('drop' in one) {
      merged.delete(key);
      counts.dropped += 1;
    } else {
      merged.set(key, withSources(mergePatch(known, one.patch ?? {}) as Json, one.sources ?? []));
      counts.changed += 1;
    }
  }
  return {
    merged,
    problems,
    summary: `${counts.added} added, ${counts.changed} changed, ${counts.dropped} dropped`,
  };
}

function withoutEvidence(one: Change): string[] {
  if ('drop' in one) return [];
  return evidenceFaults(one.kind, 'record' in one ? one.record : (one.patch ?? {}), one.evidence ?? {});
}

/** JSON merge patch, RFC 7396: null takes a member away, objects are merged, everything else replaces. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A page that the record names already is given what is new of it, such as its date. */
function withSources(record: Json, added: readonly Json[]): Json {
  const pages = new Map<unknown, Json>();
  for (const page of [...((record.sources ?? []) as Json[]), ...added]) {
    const known = pages.get(page.url);
    // Its title stays as it was cited.
    pages.set(page.url, { ...known, ...page, ...(known && { title: known.title }) });
  }
  return { ...record, sources: [...pages.values()] };
}
