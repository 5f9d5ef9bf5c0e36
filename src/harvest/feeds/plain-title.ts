/** Named entities of HTML that stand in titles; all others can be written as numbers. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  euro: '€',
  pound: '£',
  yen: '¥',
  trade: '™',
  reg: '®',
  copy: '©',
  deg: '°',
  times: '×',
};

/** Sentences by which somebody speaks to a model instead of a reader. */
const instructions = [
  /\b(?:ignore|disregard|forget|override)\b.{0,20}\b(?:all|any|previous|prior|above|earlier|your|these|the)\b.{0,20}\b(?:instructions?|prompts?)\b/i,
  /\b(?:system|developer|hidden)\s+(?:prompt|message|instruction)s?\b/i,
  /(?:^|[.!?]\s*)(?:system|assistant|user)\s*:/i,
  /<\|[^|]*\|>|\[\/?INST\]|<<\/?SYS>>|#{2,}\s*(?:system|instruction)/i,
  /\byou (?:are|must act as|will act as)\b.{0,20}\b(?:ai|assistant|language model|llm|chatbot)\b/i,
  /\b(?:ai|llm|language model|chatgpt|claude|gemini)\b.{0,20}\b(?:must|should) (?:now )?(?:call|execute|reply|respond|output)\b/i,
  /\b(?:call|invoke|use) the \w+_\w+ (?:tool|function)\b/i,
];

/**
 * A title as one line of plain text: tags taken out, entities read, also those that were escaped twice, control and
 * invisible characters gone.
 */
export function plainTitle(html: string): string {
  let text = html;
  for (let round = 0; round < 3; round += 1) {
    const before = text;
    text = decodeEntities(withoutTags(text));
    if (text === before) break;
  }
  return withoutTags(text)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** True for a title that tells a model what to do. */
export function readsLikeInstructions(title: string): boolean {
  return instructions.some((pattern) => pattern.test(title));
}

function withoutTags(text: string): string {
  return text
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ' ';
  });
}
