import type { Shown, Source } from '../../tools/show/shape.ts';
import { escapeHtml } from '../page-parts.ts';
import { type Arguments, hrefOf } from './address.ts';

/** A link to the same with some arguments changed; undefined takes one away. */
export function link({ asked }: Shown, changes: Arguments, label: string): string {
  return `<a href="${escapeHtml(hrefOf({ ...asked, ...changes }))}">${escapeHtml(label)}</a>`;
}

/** A link to a whole record, from what it was found by. */
export function recordLink({ tool }: { readonly tool: string }, id: string, name: string): string {
  return `<a href="${escapeHtml(hrefOf({ view: 'compare', tool, ids: [id] }))}">${escapeHtml(name)}</a>`;
}

/** A link to a page elsewhere; only its title where it is no web address. */
export function outside(url: string, title: string): string {
  if (!/^https?:\/\//i.test(url)) return escapeHtml(title);
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow">${escapeHtml(title)}</a>`;
}

/** `Payload, kg`. */
export function withUnit(label: string, unit: string | undefined): string {
  return escapeHtml(unit === undefined ? label : `${label}, ${unit}`);
}

/** The pages that something is from, folded away. */
export function renderSources(sources: readonly Source[]): string {
  const items = sources.map(({ url, title, date }) => {
    const when = date === undefined ? '' : ` (${escapeHtml(date)})`;
    return `<li>${outside(url, title)}${when}</li>`;
  });
  return `<details><summary>${sources.length === 1 ? '1 source' : `${sources.length} sources`}</summary><ul>${items.join('')}</ul></details>`;
}

/** A table that scrolls by itself where it is wider than the page, by the keyboard too. */
export function scrolling(label: string, table: string): string {
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(label)}">${table}</div>`;
}
