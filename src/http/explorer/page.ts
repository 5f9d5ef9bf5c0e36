import type { Caller } from '../../lib/caller.ts';
import { inertLines } from '../../lib/inert.ts';
import type { Registry } from '../../tools/registry.ts';
import type { Asked, Shown } from '../../tools/show/shape.ts';
import { addressOf } from '../../view/files/address.ts';
import type { Arguments } from './address.ts';
import { DOCUMENT_HEADERS, pageDocument } from './document.ts';
import { viewAssets } from './view-assets.ts';

/** The tool that answers what an address asks for. */
const TOOL = 'show';

/** True where the caller may look around: without the tool there is nothing to look with. */
export function canExplore(registry: Registry, caller: Caller): boolean {
  return registry.has(TOOL, caller);
}

interface ExplorerPage {
  /** 200; 404 for a record that is not there, and 400 for another question that was refused. */
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The page for what an address asks: the answer of `show` as HTML that needs no script, which the view takes over where
 * scripts run. A refusal of the tool stands on it in the tool's words, with what is near to it as links.
 */
export async function explore(asked: Arguments, registry: Registry, caller: Caller): Promise<ExplorerPage> {
  const [result, { renderRefusal, renderShown }, view] = await Promise.all([
    registry.call(TOOL, asked, caller),
    import('../../view/on-server.js'),
    viewAssets(),
  ]);
  const { structuredContent, content, isError = false } = result;
  if (isError) {
    const isRecord = asked.view === 'record';
    const title = isRecord ? 'No such record' : 'Not understood';
    const { error } = structuredContent as { error?: { message?: string; accepted?: readonly string[] } };
    const said = inertLines(
      error?.message ?? content.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n'),
    );
    const near = (error?.accepted ?? []).filter((one) => isRecord && one.includes('/'));
    const main = renderRefusal({ title, said, near });
    return {
      status: isRecord ? 404 : 400,
      html: pageDocument({ title, main, asked }, view),
      headers: DOCUMENT_HEADERS,
    };
  }
  const shown = structuredContent as unknown as Shown;
  const html = pageDocument(
    {
      title: shown.title,
      ...(shown.view === 'record' && {
        canonical: addressOf(shown.asked as Asked),
        description: shown.record.description ?? shown.title,
      }),
      main: renderShown(shown),
      asked: { tool: 'tool' in shown ? shown.tool : undefined, ...asked },
      data: { id: 'robotics-shown', value: shown },
    },
    view,
  );
  return { status: 200, html, headers: DOCUMENT_HEADERS };
}
