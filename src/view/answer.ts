import type { Shown } from '../tools/show/shape.ts';
import type { ToolResult } from './hosts/host.ts';

/** What could hide text or turn its direction, and every control character but tab and line's end. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu;

const known: ReadonlySet<unknown> = new Set(['compare', 'record', 'table', 'chart', 'checklist']);

/** What a tool answered: something to show, or why there is nothing. */
export type Answer =
  | { readonly shown: Shown; readonly problem?: undefined }
  | { readonly shown?: undefined; readonly problem: string };

/** Reads the answer of `show`. */
export function readAnswer({ isError, content = [], structuredContent, _meta }: ToolResult): Answer {
  const text = content.flatMap((part) => part.text ?? []).join('\n');
  if (isError === true) return { problem: seen(text) || 'The tool failed and did not say why.' };
  const data = _meta?.['robotics/data'] ?? structuredContent;
  if (known.has((data as { view?: unknown } | undefined)?.view)) return { shown: cleaned(data as Shown) };
  return { problem: seen(text) || 'The answer holds nothing that this view can show.' };
}

/** True for an answer that says nothing at all, as some hosts leave it. */
export function isEmpty({ isError, structuredContent }: ToolResult): boolean {
  return isError !== true && structuredContent === undefined;
}

const seen = (text: string) => text.replace(UNSEEN, ' ');

/** The same with a blank for each character that hides text or turns it. */
export function cleaned<Value>(value: Value): Value {
  return clean(value) as Value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return seen(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]));
}
