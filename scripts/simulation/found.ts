/** Seeds of histories that once broke a promise, by kind: whatever is changed is tried on them first. */
export const found: Readonly<Record<string, readonly number[]>> = {
  // A key was lost where a lock was taken over while its holder still wrote; a reader went on to show what its writer had
  // taken back with its file, and passed over for one look a file that was renamed between two of its steps.
  events: [5681, 6273, 254, 274, 7254],
  // A lock that was left was renewed once more by what was under way, and stayed for six seconds.
  locks: [100, 9457],
  keys: [537, 1384],
  // The same way a release was lost, or its files were cleared away.
  // An edit of the dataset was released that was not on the disk yet, and was gone after a loss of power.
  releases: [5, 17, 103442, 104650],
  // What was synced gave way to older data, or its file was cleared away by whoever had synced before; or by whoever had
  // not been able to read, for a moment, what was in use; or older data were remembered as the newest that were seen.
  sync: [750, 927, 1124, 1265, 1292, 100752, 104252],
  // What a run found there and took for written was lost with the power: it had never been flushed; or a run that had
  // lost its lock before it read a source read it all the same; or the time of a lock that was released was still set, on
  // the lock of the next holder, which then seemed stale.
  harvest: [2192, 1159, 100095, 102493],
};
