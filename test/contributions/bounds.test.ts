import { describeBounds } from './bounds-contract.ts';
import { temporaryDirectory } from './faulty-files.ts';

describeBounds('what is kept in a directory', async () => {
  const place = temporaryDirectory();
  return {
    directory: place.path,
    open: async () => undefined,
    remove: async () => place.remove(),
  };
});
