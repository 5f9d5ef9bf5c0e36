import { createHash } from 'node:crypto';
import type { Caller } from '../../lib/caller.ts';
import type { Registry } from '../../tools/registry.ts';
import type { Shown } from '../../tools/show/shape.ts';
import { escapeHtml, ICON, STYLE } from '../page-parts.ts';
import { type Arguments, hrefOf, KINDS } from './address.ts';
import { renderShown } from './render-shown.ts';
import { assetAddress, viewAssets } from './view-assets.ts';

/** The tool that answers what an address asks for. */
const TOOL = 'show';

/** True where the caller may look around: without the tool there is nothing to look with. */
export function canExplore(registry: Registry, caller: Caller): boolean {
  return registry.has(TOOL, caller);
}

interface ExplorerPage {
  /** 200, or 400 for an address whose question was refused. */
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The page for what an address asks: the answer of `show` as plain HTML, which the view takes over where scripts run.
 * A refusal of the tool stands on it in the tool's words.
 */
export async function explore(asked: Arguments, registry: Registry, caller: Caller): Promise<ExplorerPage> {
  const result = await registry.call(TOOL, asked, caller);
  const { structuredContent, content, isError = false } = result;
  const shown = isError ? undefined : (structuredContent as unknown as Shown);
  const said = content.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('\n');
  const main =
    shown === undefined
      ? `<h1>Not understood</h1>\n<p class="warning">${escapeHtml(said)}</p>`
      : renderShown(shown);
  const view = shown === undefined ? undefined : await viewAssets();
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(shown?.title ?? 'Not understood')} · robotics-mcp</title>
<link rel="icon" href="${escapeHtml(ICON)}">
<style>${STYLE}</style>${view === undefined ? '' : `\n<link rel="stylesheet" href="${assetAddress(view, 'view.css')}">`}
</head>
<body class="explorer">
<header><a href="?">robotics-mcp</a>
${searchForm(asked)}
</header>
<div id="view"><main>
${main}
</main></div>
${view === undefined ? '' : `<script type="application/json" id="robotics-shown">${jsonInPage(shown)}</script>\n<script src="${assetAddress(view, 'view.js')}" defer></script>\n`}</body>
</html>
`;
  return { status: isError ? 400 : 200, html: page, headers: HEADERS };
}

/** Search box and kinds; what was asked last stands in it. */
export function searchForm(asked?: Arguments): string {
  const search = (asked?.arguments ?? {}) as Arguments;
  const chosen = asked?.tool ?? KINDS[0][1];
  const options = KINDS.map(
    ([name, tool, label]) => `<option value="${name}"${tool === chosen ? ' selected' : ''}>${label}</option>`,
  );
  return `<form method="get" role="search">
<input type="search" name="q" value="${escapeHtml(String(search.query ?? ''))}" placeholder="quadruped under 20000 USD" aria-label="Search words" maxlength="500">
<select name="kind" aria-label="Kind">${options.join('')}</select> <button>Search</button>
</form>`;
}

/** Where one may begin; each is an address that can be shared. */
export function beginnings(): string {
  const links: readonly (readonly [string, Arguments])[] = [
    [
      'Compare Go2, Spot and ANYmal',
      { view: 'compare', ids: ['unitree-go2', 'boston-dynamics-spot', 'anybotics-anymal-d'] },
    ],
    [
      'Price against payload of quadrupeds',
      {
        view: 'chart',
        tool: 'search_robots',
        arguments: { category: 'quadruped' },
        x: 'payload_kg',
        y: 'price',
      },
    ],
    ['Papers by year', { view: 'chart', tool: 'search_publications', x: 'year' }],
    [
      'What a humanoid needs in the EU',
      { view: 'checklist', robot_category: 'humanoid', arguments: { scheme: 'EU' } },
    ],
  ];
  const items = links.map(([label, asked]) => `<li><a href="${escapeHtml(hrefOf(asked))}">${label}</a></li>`);
  return `<ul>${items.join('\n')}</ul>`;
}

/** Text of records must not end the element that it stands in. */
function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Nothing comes from elsewhere; scripts come from the service alone, and it answers none but the view's as such. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};
