import { inertLines } from '../lib/inert.ts';

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Three bars. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b63b5" d="M1 9h4v6H1zM6 5h4v10H6zM11 1h4v14h-4z"/></svg>';

/** Without an icon of its own a page makes a browser ask the server for one. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from anywhere as text of a page, between tags or in a quoted attribute, with a blank for what does not show. */
export function escapeHtml(text: string): string {
  return inertLines(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
