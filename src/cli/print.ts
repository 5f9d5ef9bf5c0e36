import { escapedJson, inertText } from '../lib/inert.ts';
import type { Terminal } from './terminal.ts';

/** What the styles of `render/style.ts` are written as. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
const STYLED = /(\u001b\[(?:[12]|22|3[1236]|39)m)/;

/** Prints a result: as JSON for programs, or as text for people, which steers their terminal by our styles alone. */
export function print({ stdout }: Terminal, json: boolean, value: unknown, text: () => string): void {
  if (json) stdout.write(`${escapedJson(value, 2)}\n`);
  else printText({ stdout }, text());
}

/** Prints lines for people. */
export function printText({ stdout }: Pick<Terminal, 'stdout'>, text: string): void {
  stdout.write(shownText(text));
}

/** The same, settled when whoever reads has it; rejects where nobody does any more. */
export function deliverText({ stdout }: Pick<Terminal, 'stdout'>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(shownText(text), (error) => (error ? reject(error) : resolve()));
  });
}

function shownText(text: string): string {
  const lines = text.split('\n').map((line) => {
    const parts = line.split(STYLED);
    return parts.map((part, i) => (i % 2 === 1 ? part : inertText(part))).join('');
  });
  return lines.join('\n');
}
