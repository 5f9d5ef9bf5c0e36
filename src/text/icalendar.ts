import { sanitizeLine } from '../lib/sanitize.ts';

/** A whole day in a calendar. */
export interface CalendarDay {
  /** Stays the same. */
  readonly uid: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly summary: string;
  readonly description: string;
  readonly url: string;
  readonly location?: string | undefined;
}

/** A calendar of days in iCalendar (RFC 5545), as of a date. */
export function calendarOf(name: string, days: readonly CalendarDay[], asOf: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//robotics-mcp//challenges//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...days.flatMap(({ uid, day, summary, description, url, location }) => [
      'BEGIN:VEVENT',
      `UID:${escaped(uid)}`,
      `DTSTAMP:${compactDate(asOf)}T000000Z`,
      `DTSTART;VALUE=DATE:${compactDate(day)}`,
      `SUMMARY:${escaped(summary)}`,
      `DESCRIPTION:${escaped(description)}`,
      ...(/^https?:/i.test(url) ? [`URL:${sanitizeLine(url).replaceAll(' ', '%20')}`] : []),
      ...(location === undefined ? [] : [`LOCATION:${escaped(location)}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function compactDate(date: string): string {
  return date.replaceAll('-', '');
}

/** Section 3.3.11: text. */
function escaped(text: string): string {
  return sanitizeLine(text).replace(/[\\;,]/g, '\\$&');
}

const LONGEST_LINE = 75;

/** Section 3.1: lines of at most 75 octets, and no letter cut in two. */
function folded(line: string): string {
  const lines: string[] = [];
  let own = '';
  for (const letter of line) {
    if (Buffer.byteLength(own + letter) > LONGEST_LINE) {
      lines.push(own);
      own = ' ';
    }
    own += letter;
  }
  return [...lines, own].join('\r\n');
}
