const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What could hide text or turn its direction, and every control character but the line's end. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu;

/** Text from anywhere as text of a page, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A number as a page shows it: `19,386`. */
export function showNumber(count: number): string {
  return count.toLocaleString('en-US');
}
