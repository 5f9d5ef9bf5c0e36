import type { Catalogue } from '../../src/search/catalogue.ts';
import { openFull } from './full-dataset.ts';
import { type Tools, toolsOver } from './tools.ts';

let opened: Promise<Catalogue> | undefined;

/** All the data, opened once for all files of a process: they are read alone, and nobody closes them. */
export function fullCatalogue(): Promise<Catalogue> {
  opened ??= openFull();
  return opened;
}

/** The tools over all the data, for the tests of the file that calls it. */
export async function fullTools(): Promise<{ readonly catalogue: Catalogue; readonly tools: Tools }> {
  const catalogue = await fullCatalogue();
  return { catalogue, tools: toolsOver(catalogue) };
}
