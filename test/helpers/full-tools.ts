import { afterAll } from 'vitest';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { openFull } from './full-dataset.ts';
import { type Tools, toolsOver } from './tools.ts';

/** All the data, open for the tests of the file that calls it, and closed behind them. */
export async function fullCatalogue(): Promise<Catalogue> {
  const catalogue = await openFull();
  afterAll(() => catalogue.close());
  return catalogue;
}

/** The tools over all the data, for the tests of the file that calls it. */
export async function fullTools(): Promise<{ readonly catalogue: Catalogue; readonly tools: Tools }> {
  const catalogue = await fullCatalogue();
  return { catalogue, tools: toolsOver(catalogue) };
}
