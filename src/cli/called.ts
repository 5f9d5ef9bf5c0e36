import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { isKind, type Kind } from '../kinds/kinds.ts';
import { allTools } from '../tools/all-tools.ts';
import type { ShortIds } from './short-ids.ts';

type Args = Readonly<Record<string, unknown>>;

/** A call whose names of records have been looked up once more. */
interface Recalled {
  /** The arguments with whole ids in place of their beginnings; undefined where there are none to replace. */
  readonly args: Args | undefined;
  /** A sentence for each name that stands for no record, or for several. */
  readonly said: readonly string[];
}

/** So many ids are told of those that begin alike, or are near. */
const MOST_TOLD = 4;

/** A name that no record has, and the ids near to it as far as the answer tells them. */
interface Missing {
  readonly name: string;
  readonly near: readonly string[];
}

/** The names that an answer says no record has, or that it is any; undefined where it has found what was asked for. */
export function missingOf({
  isError,
  structuredContent,
}: CallToolResult): readonly Missing[] | 'any' | undefined {
  const {
    error,
    not_found,
    notes = [],
  } = (structuredContent ?? {}) as {
    readonly error?: { readonly code?: string };
    readonly not_found?: readonly (string | { readonly id: string; readonly near: readonly string[] })[];
    readonly notes?: readonly string[];
  };
  if (isError === true) return error?.code === 'NOT_FOUND' ? 'any' : undefined;
  // A table says it in words alone.
  const noted = notes.flatMap((note) => NO_RECORD.exec(note)?.[1] ?? []);
  const missing = not_found ?? noted;
  if (missing.length === 0) return undefined;
  return missing.map((one) =>
    typeof one === 'string' ? { name: one, near: [] } : { name: one.id, near: one.near },
  );
}

/** How a search says that there is no record by an id. */
const NO_RECORD = /^There is no record (.+?)\.(?: |$)/;

/** Reads names that no record has as beginnings of ids, and says of the others what they may have meant. */
export function recall(
  tool: Pick<Tool, 'name'>,
  args: Args,
  missing: readonly Missing[] | 'any',
  ids: ShortIds,
): Recalled {
  const said: string[] = [];
  let isChanged = false;
  const read = (name: unknown, among: readonly Kind[] | undefined): unknown => {
    const one = missing === 'any' ? { near: [] } : missing.find((each) => each.name === name);
    if (typeof name !== 'string' || one === undefined) return name;
    const found = [...new Set(ids.beginning(name, among).map(({ id }) => id))];
    const [only, ...others] = found;
    if (found.includes(name)) return name;
    if (others.length > 0) {
      said.push(`${name} is the beginning of ${found.length} ids: ${listed(found)}. Write more of it.`);
    } else if (only === undefined) {
      const near = [...new Set([...ids.slipsOf(name, among), ...one.near])];
      if (near.length > 0 || missing !== 'any') said.push(`There is no ${name}.${meant(near)}`);
    } else {
      isChanged = true;
      return only;
    }
    return name;
  };
  const replaced = replaceNames(tool, args, read);
  return { args: isChanged ? replaced : undefined, said };
}

function meant(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.slice(0, MOST_TOLD).join(' or ')}?`;
}

function listed(ids: readonly string[]): string {
  const more = ids.length - MOST_TOLD;
  return ids.slice(0, MOST_TOLD).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

type Read = (name: unknown, among: readonly Kind[] | undefined) => unknown;

/** The arguments with each that names records read anew. */
function replaceNames(tool: Pick<Tool, 'name'>, args: Args, read: Read): Args {
  const kind = kindOf(tool.name);
  const own = kind === undefined ? undefined : [kind];
  const type = String(args.resource_type);
  const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
    ids: (value) => [value].flat().map((name) => read(name, own)),
    id: (value) => read(value, own ?? ['certification']),
    robot: (value) => read(value, ['robots']),
    related_to: (value) => read(value, own),
    resource_id: (value) => read(value, isKind(type) ? [type] : undefined),
    arguments: (value) =>
      typeof value === 'object' && value !== null
        ? replaceNames({ name: String(args.tool ?? 'search_robots') }, value as Args, read)
        : value,
  };
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      Object.hasOwn(readers, name) ? readers[name]?.(value) : value,
    ]),
  );
}

/** The kind that a tool searches. */
export function kindOf(tool: string): Kind | undefined {
  return allTools.find(({ name }) => name === tool)?.search?.kind;
}

/** What an answer says it has not understood; what it has read otherwise it has. */
const NOT_UNDERSTOOD = /^\w+ knows no |^No [\w ]+ is called "[^"]*", nor |^There is no record /;

/**
 * The answer without what it has not understood, and a sentence for each word of that; `said` was found out about names
 * already.
 */
export function takeNotUnderstood(
  { notes, not_found: _, not_understood: words, ...rest }: Args,
  said: readonly string[],
): { readonly answer: Args; readonly said: readonly string[] } {
  const all = Array.isArray(notes) ? notes.map(String) : [];
  const isUnread = (note: string) => NOT_UNDERSTOOD.test(note);
  const unread = (Array.isArray(words) ? (words as readonly Unread[]) : []).map(
    ({ feature, nearest }) => `"${feature}" was not understood.${meant(nearest)}`,
  );
  const isSaid = (note: string) => said.length > 0 && NO_RECORD.test(note);
  return {
    answer: { ...rest, ...(notes !== undefined && { notes: all.filter((note) => !isUnread(note)) }) },
    said: [...all.filter((note) => isUnread(note) && !isSaid(note)), ...unread, ...said],
  };
}

interface Unread {
  readonly feature: string;
  readonly nearest: readonly string[];
}
