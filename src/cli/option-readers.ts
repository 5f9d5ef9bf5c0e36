import { holdsUser, isSafe, whyNotAnIssuer } from '../auth/addresses.ts';
import { expandHome } from '../lib/home-path.ts';
import { percentFault } from '../lib/percent-encoding.ts';
import { shownAddress } from '../lib/shown-address.ts';
import type { ToolSelection } from '../protocol/service.ts';
import { UsageError } from './terminal.ts';

/** Turns the text of an option into its value; `source`, what the user wrote it in, begins what is said of a fault. */
export type Reader<Value> = (text: string, source: string) => Value;

export type AuthChoice = 'none' | 'keys' | 'oauth';

export function readBoolean(text: string, source: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new UsageError(`${source} is true or false, not "${text}".`);
}

export function readText(text: string, source: string): string {
  if (text.trim() !== '') return text.trim();
  throw new UsageError(`${source} needs a value.`);
}

/** The path of a file or directory, with `~/` written out. */
export function readPath(text: string, source: string): string {
  try {
    return expandHome(readText(text, source), source);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A private key itself, as PEM, or the path of its file. */
export function readKeyOrPath(text: string, source: string): string {
  return text.trim().startsWith('-----BEGIN') ? text.trim() : readPath(text, source);
}

export function readCount(text: string, source: string): number {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  if (count > 0) return count;
  throw new UsageError(`${source} is a whole number from 1 on, not "${text}".`);
}

/** A whole number within these bounds. */
export function within(least: number, most: number): Reader<number> {
  return (text, source) => {
    const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new UsageError(`${source} is a whole number from ${least} to ${most}, not "${text}".`);
  };
}

export function oneOf<Word extends string>(words: readonly Word[]): Reader<Word> {
  return (text, source) => {
    const word = words.find((each) => each === text.trim().toLowerCase());
    if (word !== undefined) return word;
    throw new UsageError(`${source} is one of ${words.join(', ')}, not "${text}".`);
  };
}

/** Timers count no further than 24 days. */
const MOST_HOURS = 500;

export function readHours(text: string, source: string): number | undefined {
  if (text === '' || /^(true|yes|on)$/i.test(text)) return 24;
  if (/^(false|no|off|0)$/i.test(text)) return undefined;
  const hours = /^\d{1,3}(\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (hours > 0 && hours <= MOST_HOURS) return hours;
  throw new UsageError(`${source} is a number of hours up to ${MOST_HOURS}, not "${text}".`);
}

export function readAddress(text: string, source: string): string {
  const fault = percentFault(text);
  if (fault !== undefined) throw new UsageError(`${source} ${fault}: "${text}".`);
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw new UsageError(`${source} is an http(s) address, not "${shownAddress(text)}".`);
  }
  if (address.username === '' && address.password === '') return address.href;
  throw new UsageError(`${source} ${holdsUser}: "${shownAddress(text)}". Take it out.`);
}

/** The value of a header: plain ASCII on one line. */
export function readHeaderText(text: string, source: string): string {
  if (/^[\x21-\x7e][\x20-\x7e]{0,200}$/.test(text.trim())) return text.trim();
  throw new UsageError(`${source} is a mail address or the address of a page, not "${shownAddress(text)}".`);
}

export function readList(text: string, source: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => part !== '')) return parts;
  throw new UsageError(`${source} has an empty name in "${text}".`);
}

export function readOrigins(text: string, source: string): string[] {
  const origins = readList(text, source);
  const wrong = origins.find((origin) => origin !== '*' && !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new UsageError(
    `${source} has "${shownAddress(wrong)}", which is no origin. Write one such as https://example.org.`,
  );
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text.toLowerCase();
}

/** An issuer is compared to the letter: it stays as it was written. */
export function readIssuer(text: string, source: string): string {
  const fault = whyNotAnIssuer(text.trim());
  if (fault === undefined) return text.trim();
  throw new UsageError(`${source} ${fault}: "${shownAddress(text)}". Write an https address.`);
}

export function readSafeAddress(text: string, source: string): string {
  const address = readAddress(text, source);
  if (isSafe(new URL(address))) return address;
  throw new UsageError(`${source} is an https address: only a service on this machine may do without.`);
}

export function readAuth(text: string, source: string): AuthChoice {
  if (text === 'none' || text === 'keys' || text === 'oauth') return text;
  throw new UsageError(`${source} is none, keys or oauth, not "${text}".`);
}

export function readTools(text: string, source: string): ToolSelection {
  if (text === 'default' || text === 'beta' || text === 'chatgpt' || text === 'all') return text;
  return readList(text, source);
}
