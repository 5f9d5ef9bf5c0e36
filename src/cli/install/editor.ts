import { isDeepStrictEqual } from 'node:util';
import { DataError, isDataError } from '../../lib/data-error.ts';
import { type Entry, SERVER_NAME } from './clients.ts';

/** The code of an error that says why a configuration cannot be edited without harm. */
export const CANNOT_EDIT = 'cannot-edit';

export function cannotEdit(why: string): DataError {
  return new DataError(CANNOT_EDIT, why);
}

/** Edits the text of a configuration; the same text means that nothing is to do. */
export interface Editor {
  put(text: string, container: string, entry: Entry): string;
  remove(text: string, container: string): string;
  /** Our entry, if there is one. */
  find(text: string, container: string): unknown;
}

export type Table = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a parser has read, as objects that can be compared: some make them without a prototype. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isTable(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainValue(part)]));
}

/** Makes sure that an edit has changed our entry and nothing else; `read` parses. */
export function checkEdit(
  [before, after]: readonly [string, string],
  read: (text: string) => Table,
  container: string,
  entry: Table | undefined,
): void {
  try {
    const [was, is] = [read(before), read(after)];
    const servers = is[container];
    const found = isTable(servers) ? servers[SERVER_NAME] : undefined;
    const others = [withoutEntry(was, container), withoutEntry(is, container)];
    if (isDeepStrictEqual(others[0], others[1]) && isDeepStrictEqual(found, entry)) return;
  } catch (error) {
    if (!isDataError(error, CANNOT_EDIT)) throw error;
  }
  throw cannotEdit(`"${container}" is written in a way that this program does not dare to edit`);
}

function withoutEntry(table: Table, container: string): Table {
  const { [container]: servers, ...others } = table;
  const { [SERVER_NAME]: _ours, ...theirs } = isTable(servers) ? servers : {};
  return { ...others, [container]: theirs };
}
