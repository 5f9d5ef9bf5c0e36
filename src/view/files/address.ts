/** Arguments of `show` that are lists, and those that are objects: the rest are words. */
const lists: ReadonlySet<string> = new Set(['ids', 'features']);
const objects: ReadonlySet<string> = new Set(['arguments']);

/**
 * The arguments of `show` in the query of an address, such as `?view=compare&ids=spot,unitree-go2`; `arguments` is
 * JSON. Undefined if it names no view. What cannot be read stays as it is, for the tool to refuse in its words.
 */
export function askedIn(query: string): Readonly<Record<string, unknown>> | undefined {
  const params = new URLSearchParams(query);
  if (!params.has('view')) return undefined;
  return Object.fromEntries([...params].map(([name, text]) => [name, readValue(name, text)]));
}

function readValue(name: string, text: string): unknown {
  if (lists.has(name)) return text.split(',');
  if (!objects.has(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
