import type * as instead from './instead.ts';

/** What a mutant does in place of a call. */
export type Instead = Exclude<keyof typeof instead, 'become' | 'is' | 'reachedSoFar'>;

/**
 * The methods by which the program keeps data, and what a mutant does instead; undefined for those that change nothing.
 * A method that is in none of these interfaces' tables fails the run: whoever adds one says here what its loss is.
 */
export const methods: Readonly<Record<string, Readonly<Record<string, Instead | undefined>>>> = {
  FileSystem: {
    makeDirectory: 'leaveOut',
    create: 'createAnyway',
    flushDirectory: 'leaveOut',
    rename: 'copyOver',
    remove: 'leaveOut',
    touch: 'leaveOut',
    resolve: undefined,
    readFile: undefined,
    list: undefined,
    stat: undefined,
    read: undefined,
  },
  AppendFile: {
    write: 'leaveOut',
    flush: 'leaveOut',
    truncate: 'leaveOut',
    setMode: 'leaveOut',
    close: undefined,
  },
  DirectorySteps: { make: 'leaveOut', flush: 'leaveOut', isDirectory: undefined },
  Lock: {
    take: 'takeAnother',
    wait: 'waitForAnother',
    isHeld: 'heldAnyway',
    release: 'leaveOut',
    leave: 'leaveOut',
    exists: undefined,
  },
};

/** Functions that change files by those methods, as a whole. */
export const functions: Readonly<Record<string, Instead>> = { replaceFile: 'writeInPlace' };

/** Where the interfaces are declared. */
export const declaredIn: readonly string[] = ['src/lib/file-system.ts', 'src/lib/lock.ts'];
