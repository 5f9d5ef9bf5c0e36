const OWN_NAME =
  'The name holds random bits of this process, so that no history has a file of it already; create() is the only way that FileSystem has to make one.';
const SAVES_WORK =
  'Locks save work: what two do at one time stays right by itself, since replaceFile() compares what it replaces and entries count once.';
const OF_CALLERS = 'A caller of ours that gives what the types forbid is told so; nobody else can.';
const SAVES_LOOKS =
  'Ends the looking once nothing has changed: without it the same is read again, to the same end.';
const MAY_BE_KEPT =
  'Of an entry that was neither confirmed nor refused it is not promised whether it is kept: taking it back for all is tidier than the promise.';
const BETWEEN_CALLS =
  'Of a file that is cut short between two calls in a row the reading would never end: no test comes between them.';

/** Why no history can show that a line is gone, by the mutation's id: what it is for all the same. */
export const explained: Readonly<Record<string, string>> = {
  "src/auth/keys.ts readKeyFile: refuses unless code === 'ENOENT'":
    'What could not be read is refused by the next line too, as no keys: this one says why.',
  'src/contributions/journal/compact.ts compact: if (!(await mayGoOn())) return undefined': SAVES_WORK,
  'src/contributions/journal/compact.ts compact: sealed.length === 0 || !(await mayGoOn())': SAVES_WORK,
  'src/contributions/journal/compact.ts writeFlushed: files.create': OWN_NAME,
  'src/contributions/journal/journal-store.ts append: refuses if own === undefined': OF_CALLERS,
  'src/contributions/journal/journal-store.ts settle: refuses if !(claim instanceof Lock)': OF_CALLERS,
  "src/contributions/journal/reader.ts #stableNames: tries > 0 && names.join('/') === before.join('/')":
    SAVES_LOOKS,
  'src/contributions/journal/writer.ts #write: if (isElsewhere) this.#doubt(entries)': MAY_BE_KEPT,
  'src/contributions/journal/writer.ts #write: this.#toVoid.push(...voids)': MAY_BE_KEPT,
  'src/contributions/postgres/fold.ts newFile: files.create': OWN_NAME,
  'src/lib/lazy-file.ts #readPages: refuses if read === 0': BETWEEN_CALLS,
  'src/lib/lock.ts removeStale: files.rename (2)': SAVES_WORK,
};
