import type { Mend } from './report.ts';

/** Leaves out nulls, and mends what is only a slip of writing: spaces, repeated words, repeated sources. */
export function tidy(value: unknown, mend: Mend): unknown {
  if (typeof value === 'string') return tidyText(value, mend);
  if (Array.isArray(value)) return tidyList(value, mend);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(known.map(([key, part]) => [key, tidyPart(key, part, mend)]));
}

function tidyPart(key: string, part: unknown, mend: Mend): unknown {
  if (key === 'ip_rating' && typeof part === 'string') return tidyIpRating(part, mend);
  return tidy(part, mend);
}

function tidyText(text: string, mend: Mend): string {
  const tidied = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (tidied !== text) mend('spaces and Unicode form made plain');
  return tidied;
}

function tidyIpRating(text: string, mend: Mend): string {
  const plain = text.toUpperCase().replace(/[\s-]/g, '');
  if (plain !== text) mend('IP rating written as in IEC 60529');
  return plain;
}

function tidyList(list: readonly unknown[], mend: Mend): unknown[] {
  const seen = new Set<string>();
  const kept: unknown[] = [];
  for (const entry of list) {
    if (entry === null) continue;
    const part = tidy(entry, mend);
    const key = identity(part);
    if (seen.has(key)) mend('repeated entry of a list dropped');
    else kept.push(part);
    seen.add(key);
  }
  return kept;
}

/** Sources with the same address are one, whatever their titles. */
function identity(part: unknown): string {
  if (typeof part === 'object' && part !== null && isSource(part)) return part.url;
  return JSON.stringify(part);
}

function isSource(part: object): part is { url: string } {
  const keys = Object.keys(part).sort().join();
  return keys === 'title,url' && 'url' in part && typeof part.url === 'string';
}
