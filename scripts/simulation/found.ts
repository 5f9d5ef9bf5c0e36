/** A fault of the program that a history has shown, mended since: whatever is changed is tried on its seeds first. */
interface FoundFault {
  /** What `npm run simulate -- --what` calls the histories. */
  readonly kind: string;
  readonly seeds: readonly number[];
  /** As it was, in one sentence. */
  readonly fault: string;
}

const faultsFound: readonly FoundFault[] = [
  {
    kind: 'events',
    seeds: [5681, 6273],
    fault: 'A key was lost where a lock was taken over while its holder still wrote.',
  },
  {
    kind: 'events',
    seeds: [254, 274, 7254],
    fault:
      'A reader went on to show what its writer had taken back with its file, or passed over for one look a file that was renamed between two of its steps.',
  },
  {
    kind: 'events',
    seeds: [2076072],
    fault:
      'Who had waited for a lock that others held, and looked in the moment in which it was free, was told that it cannot be taken.',
  },
  {
    kind: 'keys',
    seeds: [537, 1384],
    fault: 'A key was lost where a lock was taken over while its holder still wrote.',
  },
  {
    kind: 'locks',
    seeds: [100, 9457],
    fault: 'A lock that was left was renewed once more by what was under way, and stayed for six seconds.',
  },
  {
    kind: 'releases',
    seeds: [5, 17],
    fault:
      'A release was lost, or its files were cleared away, where a lock was taken over while its holder still wrote.',
  },
  {
    kind: 'releases',
    seeds: [103442, 104650],
    fault:
      'An edit of the dataset was released that was not on the disk yet, and was gone after a loss of power.',
  },
  {
    kind: 'sync',
    seeds: [750, 927, 1124, 1265, 1292],
    fault:
      'What was synced gave way to older data, or its file was cleared away by whoever had synced before.',
  },
  {
    kind: 'sync',
    seeds: [100752],
    fault:
      'Whoever could not read, for a moment, which data are in use went back to older ones, and left a name without a file.',
  },
  {
    kind: 'sync',
    seeds: [104252],
    fault:
      'Older data were remembered as the newest seen where what was seen could not be read for a moment.',
  },
  {
    kind: 'harvest',
    seeds: [2192],
    fault: 'What a run found there and took for written was lost with the power: it had never been flushed.',
  },
  {
    kind: 'harvest',
    seeds: [100095, 102493],
    fault: 'A run that had lost its lock before it read a source read it all the same, beside another.',
  },
  {
    kind: 'harvest',
    seeds: [1159],
    fault:
      "The time of a lock that was released was still set, on the next holder's lock, which then seemed stale.",
  },
];

/** The seeds of a kind. */
export function foundSeeds(kind: string): number[] {
  return faultsFound.filter((each) => each.kind === kind).flatMap(({ seeds }) => seeds);
}
