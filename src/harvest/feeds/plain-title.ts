import { sanitizeLine } from '../../lib/sanitize.ts';
import { htmlEntity } from '../../text/html-entities.ts';

/** Of a title with its tags and entities, so much is looked at, in UTF-16 units; and so much of it is a title. */
const MAX_MARKUP = 4000;
const MAX_TITLE = 500;

/** A title as one line of plain text: sanitized, tags taken out, entities read, also those that were escaped twice. */
export function plainTitle(html: string): string {
  let text = html.slice(0, MAX_MARKUP);
  for (let round = 0; round < 3; round += 1) {
    const before = text;
    text = decodeEntities(withoutTags(text));
    if (text === before) break;
  }
  // What was hidden may have kept a tag from being seen.
  return sanitizeLine(withoutTags(sanitizeLine(text)), MAX_TITLE);
}

function withoutTags(text: string): string {
  return withoutComments(text)
    .replace(/<(script|style)\b.{0,4000}?(?:<\/\1\s{0,9}>|$)/gis, ' ')
    .replace(/<\/?[a-z][^<>]{0,1000}>/gi, '');
}

/** One that is never closed stays: a tag in it is taken out like others. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) break;
    parts.push(text.slice(from, at));
    from = end + 3;
  }
  return [...parts, text.slice(from)].join(' ');
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z\d]{1,30}));/gi,
    (whole, decimal?: string, hex?: string, name = '') => {
      if (decimal === undefined && hex === undefined) {
        return htmlEntity(name) ?? htmlEntity(name.toLowerCase()) ?? whole;
      }
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    },
  );
}
