import { sanitizeLine } from '../../lib/sanitize.ts';
import { htmlEntity } from '../../text/html-entities.ts';

/** Of a title with its tags and entities, so much is looked at, in UTF-16 units; and so much of it is a title. */
const MAX_MARKUP = 4000;
const MAX_TITLE = 500;

/** Sentences by which somebody speaks to a model instead of a reader. */
const instructions = [
  /\b(?:ignore|disregard|forget|override)\b.{0,20}\b(?:all|any|previous|prior|above|earlier|your|these|the)\b.{0,20}\b(?:instructions?|prompts?)\b/i,
  /\b(?:system|developer|hidden) (?:prompt|message|instruction)s?\b/i,
  /(?:^|[.!?] ?)(?:system|assistant|user) ?:/i,
  /<\|[^|]{0,40}\|>|\[\/?INST\]|<<\/?SYS>>|## ?(?:system|instruction)/i,
  /\byou (?:are|must act as|will act as)\b.{0,20}\b(?:ai|assistant|language model|llm|chatbot)\b/i,
  /\b(?:ai|llm|language model|chatgpt|claude|gemini)\b.{0,20}\b(?:must|should) (?:now )?(?:call|execute|reply|respond|output)\b/i,
  /\b(?:call|invoke|use) the \w+_\w+ (?:tool|function)\b/i,
];

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

/** True for a title, as plainTitle() gives it, that tells a model what to do. */
export function readsLikeInstructions(title: string): boolean {
  return instructions.some((pattern) => pattern.test(title));
}

function withoutTags(text: string): string {
  return text
    .replace(/<!--.{0,1000}?-->/gs, ' ')
    .replace(/<(script|style)\b.{0,4000}?(?:<\/\1\s{0,9}>|$)/gis, ' ')
    .replace(/<\/?[a-z][^<>]{0,1000}>/gi, '');
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
