import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Shown, type ShownCompare, shown } from '../../src/tools/show/shape.ts';

/** The view as it was built. */
export const VIEW = readFileSync(fileURLToPath(new URL('../../dist/view.html', import.meta.url)), 'utf8');

/** An example of what `show` answers. */
export function example(name: string): Shown {
  const file = new URL(`../fixtures/show/${name}.json`, import.meta.url);
  return shown.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Lays an answer into the view, as a file on disk; returns its address. */
export function saveView(
  folder: string,
  name: string,
  answer: Shown,
  records: Readonly<Record<string, ShownCompare>> = {},
): string {
  const data = JSON.stringify({ shown: answer, records }).replaceAll('<', '\\u003c');
  const file = join(folder, `${name}.html`);
  writeFileSync(
    file,
    VIEW.replace('id="robotics-data">', (place) => `${place}${data}`),
  );
  return pathToFileURL(file).href;
}
