import type { Caller } from '../../lib/caller.ts';
import { columnsOf, csvText, flatten } from '../../lib/csv.ts';
import type { Registry } from '../../tools/registry.ts';
import type { Asked } from '../../tools/show/shape.ts';
import { addressOf, KINDS } from '../../view/files/address.ts';
import type { Arguments } from './address.ts';

/** An answer for programs and notebooks. */
interface DataAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The forms in which a search is answered beside the page. */
export type DataForm = 'json' | 'csv';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv; charset=utf-8';

/**
 * What an address of the explorer asks, as data: of a search what its tool answers, so that more than `show` lays out can be
 * read; of any other view what is shown. CSV has the rows of a search alone. The next page stands in the header `Link`.
 */
export async function answerData(
  sought: Arguments,
  form: DataForm,
  registry: Registry,
  caller: Caller,
): Promise<DataAnswer> {
  const asked = await withTool(sought, registry, caller);
  const isSearch = asked.view === 'table' && KINDS.some(([, tool]) => tool === asked.tool);
  if (form === 'csv' && !isSearch) return refusal('CSV has the rows of a search: ask with q and kind.');
  const [tool, args] = isSearch ? [String(asked.tool), asked.arguments] : ['show', asked];
  if (!registry.has(tool, caller)) return refusal(`The tool ${tool} is not offered here.`);
  const result = await registry.call(tool, args, caller);
  const structured = (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>;
  if (result.isError === true) return { ...jsonAnswer(400, structured), headers: {} };
  const headers = isSearch ? nextPage(asked, structured) : {};
  if (form === 'json') return { ...jsonAnswer(200, structured), headers };
  const rows = rowsOf(structured).map((row) => flatten(row));
  return { status: 200, type: CSV_TYPE, text: csvText(columnsOf(rows), rows), headers };
}

/** Words without a kind are searched among the kind that `show` chooses for them. */
async function withTool(asked: Arguments, registry: Registry, caller: Caller): Promise<Arguments> {
  if (asked.view !== 'table' || asked.tool !== undefined) return asked;
  // The rows are not wanted, nor more than one of them looked up.
  const first = { ...asked, arguments: { ...(asked.arguments as Arguments), limit: 1 } };
  const { structuredContent } = await registry.call('show', first, caller);
  const { tool } = (structuredContent ?? {}) as { readonly tool?: string };
  return tool === undefined ? asked : { ...asked, tool };
}

function rowsOf({
  results,
}: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(results) ? results : [];
}

/** Where the next page is; RFC 8288. */
function nextPage(asked: Arguments, { next_cursor }: Readonly<Record<string, unknown>>) {
  if (typeof next_cursor !== 'string') return {};
  const others = asked.arguments as Arguments;
  const href = addressOf({ ...(asked as Asked), arguments: { ...others, cursor: next_cursor } });
  return { link: `<${href}>; rel="next"` };
}

function jsonAnswer(status: number, value: object) {
  return { status, type: JSON_TYPE, text: `${JSON.stringify(value, null, 2)}\n` };
}

function refusal(message: string): DataAnswer {
  return { ...jsonAnswer(400, { error: { code: 'INVALID_ARGUMENT', message } }), headers: {} };
}
