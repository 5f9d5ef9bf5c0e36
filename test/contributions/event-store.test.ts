import { JournalStore } from '../../src/contributions/journal/journal-store.ts';
import { memoryFiles } from '../../src/lib/memory-file-system.ts';
import { realSystem } from '../../src/lib/system.ts';
import { faultyFiles, temporaryDirectory } from './faulty-files.ts';
import { describeStore, type Harness } from './store-contract.ts';

function harnessOver(path: string, files = realSystem.files, remove?: () => void): Harness {
  const open = (over = files) =>
    new JournalStore({ system: { ...realSystem, files: over }, directory: path });
  return {
    open,
    openFailing: ({ step, torn, answers }) => {
      const faulty = faultyFiles(files);
      faulty.fail({ at: step, code: 'EIO', stays: !answers, torn });
      return open(faulty);
    },
    remove: async () => remove?.(),
  };
}

describeStore('the journal on the disk', () => {
  const place = temporaryDirectory();
  return harnessOver(place.path, realSystem.files, place.remove);
});

describeStore('the journal in memory', () => harnessOver('/data/contributions', memoryFiles()));
