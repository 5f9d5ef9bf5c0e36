import { KINDS } from '../../view/files/address.ts';
import { escapeHtml, ICON } from '../page-parts.ts';
import type { Arguments } from './address.ts';
import { assetAddress, type ViewAssets } from './view-assets.ts';

/** One page of the explorer, as HTML that needs no script. */
interface PageContent {
  readonly title: string;
  /** The query of its own address, where it has one that others should keep. */
  readonly canonical?: string | undefined;
  /** Left out for a page that search engines should not list: a search among any number of them. */
  readonly description?: string | undefined;
  readonly main: string;
  /** What was asked for last stands in the search field; left out where a page has a field of its own, or none. */
  readonly asked?: Arguments | undefined;
  /** What the view takes over, and the id under which it looks for it. */
  readonly data?: { readonly id: string; readonly value: unknown } | undefined;
  /** True for a page that has a script and needs no data. */
  readonly isAlive?: boolean | undefined;
}

/** A whole page around its content; without the view's files it has neither style nor script. */
export function pageDocument(content: PageContent, view: ViewAssets | undefined): string {
  const { title, canonical, description, main, asked, data, isAlive = data !== undefined } = content;
  const links = [
    description === undefined
      ? '<meta name="robots" content="noindex">'
      : `<meta name="description" content="${escapeHtml(description)}">`,
    ...(canonical === undefined ? [] : [`<link rel="canonical" href="${escapeHtml(canonical)}">`]),
    `<link rel="icon" href="${escapeHtml(ICON)}">`,
    ...(view === undefined ? [] : [`<link rel="stylesheet" href="${assetAddress(view, 'view.css')}">`]),
  ];
  const script = [
    data === undefined
      ? ''
      : `<script type="application/json" id="${data.id}">${jsonInPage(data.value)}</script>\n`,
    isAlive && view !== undefined ? `<script src="${assetAddress(view, 'view.js')}" defer></script>\n` : '',
  ].join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · robotics-mcp</title>
${links.join('\n')}
</head>
<body class="site-page">
<header class="site"><a href="?" class="brand">robotics-mcp</a>
${asked === undefined ? '' : searchForm(asked)}</header>
<div id="view">${main}</div>
${script}</body>
</html>
`;
}

/** Search box and kinds; what was asked last stands in it. */
function searchForm(asked: Arguments): string {
  const search = (asked.arguments ?? {}) as Arguments;
  const query = asked.view === 'record' ? '' : String(search.query ?? '');
  const options = KINDS.map(
    ([name, tool, label]) =>
      `<option value="${name}"${tool === asked.tool ? ' selected' : ''}>${label}</option>`,
  );
  return `<form method="get" role="search">
<input type="search" name="q" value="${escapeHtml(query)}" placeholder="quadruped under 20000 USD" aria-label="Search words" maxlength="500">
<select name="kind" aria-label="Kind">${options.join('')}</select> <button>Search</button>
</form>
`;
}

/** Text of records must not end the element that it stands in. */
function jsonInPage(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Nothing comes from elsewhere; scripts come from the service alone, and it answers none but the view's as such. */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};
