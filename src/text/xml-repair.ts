import { htmlEntity } from './html-entities.ts';

/** What XML 1.0, section 2.2, has no room for. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** An entity that XML may not know, and what begins a part in which `&` is a letter like others. */
const MARK =
  /<!\[CDATA\[|<!--|<\?|&(?!(?:amp|lt|gt|quot|apos);)(?:#(\d{1,7});|#[xX]([\da-fA-F]{1,6});|([a-zA-Z][a-zA-Z\d]{1,30});)?/g;

const closing: Readonly<Record<string, string>> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };

/** A text of more faults is none that somebody wrote: the rest is left to the parser to refuse. */
const MAX_REPAIRS = 50_000;

/**
 * Text that is to be XML with what writers of it often get wrong put right, and nothing else changed: blanks before its
 * beginning, characters that XML has no room for, names of HTML's entities, and an ampersand that begins none. The
 * declaration is taken out: it speaks of bytes that were read already.
 */
export function repairXml(xml: string): string {
  const begun = xml.slice(xml.search(/[^\s\ufeff\0]|$/)).replace(/^<\?xml\s[^<>]{0,200}\?>/i, '');
  const text = replaceMarks(begun, FORBIDDEN, () => ' ');
  return replaceMarks(text, MARK, (mark) => {
    const end = closing[mark[0]];
    if (end === undefined) return written(mark);
    const at = text.indexOf(end, MARK.lastIndex);
    // What is never closed is told by the parser.
    MARK.lastIndex = at === -1 ? text.length : at + end.length;
    return undefined;
  });
}

/** Replaces what a global pattern finds; `replace` leaves it as it is with undefined, and may move the pattern on. */
function replaceMarks(
  text: string,
  pattern: RegExp,
  replace: (mark: RegExpExecArray) => string | undefined,
): string {
  const parts: string[] = [];
  let copied = 0;
  pattern.lastIndex = 0;
  for (let mark = pattern.exec(text); mark !== null; mark = pattern.exec(text)) {
    const replaced = replace(mark);
    if (replaced === undefined) continue;
    parts.push(text.slice(copied, mark.index), replaced);
    copied = pattern.lastIndex;
    if (parts.length >= 2 * MAX_REPAIRS) break;
  }
  return copied === 0 ? text : `${parts.join('')}${text.slice(copied)}`;
}

/** An entity as XML knows it; undefined for one that is right, and for one that nobody knows. */
function written([, decimal, hex, name]: RegExpExecArray): string | undefined {
  if (name !== undefined) {
    const sign = htmlEntity(name) ?? htmlEntity(name.toLowerCase());
    return sign?.replace('&', '&amp;').replace('<', '&lt;');
  }
  if (decimal === undefined && hex === undefined) return '&amp;';
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  if (code > 0x10ffff || String.fromCodePoint(code).search(FORBIDDEN) !== -1) return ' ';
  return hex === undefined ? undefined : `&#${code};`;
}
