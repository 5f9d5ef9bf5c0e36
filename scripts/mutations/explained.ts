const OWN_NAME =
  'The name holds random bits of this process, so that no history has a file of it already; create() is the only way that FileSystem has to make one.';

/** Why no history can show that a line is gone, by the mutation's id: what it is for all the same. */
export const explained: Readonly<Record<string, string>> = {
  'src/contributions/journal/compact.ts writeFlushed: files.create': OWN_NAME,
  'src/contributions/journal/writer.ts #open: system.files.create': OWN_NAME,
  'src/lib/atomic-file.ts writeDraft: files.create': OWN_NAME,
};
