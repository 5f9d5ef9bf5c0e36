import { parseAtomFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { atomFeed } from '../../src/text/atom.ts';
import { calendarOf } from '../../src/text/icalendar.ts';

const hostile = [
  '<script>alert("1")</script> & ]]> &amp;',
  'line one\r\nEND:VEVENT\nBEGIN:VEVENT',
  'back\\slash; semi, comma "quote"',
  'רובוטים 机器人 🤖👩‍🔬 é',
  `long ${'ü🤖'.repeat(200)}`,
  'control \u0000\u0008\u000b\u001f and half \ud83e a pair',
];

it.each(hostile)('a feed holds %j as text', (text) => {
  const entry = { id: 'robotics://news/1', title: text, updated: '2026-11', content: text, authors: [text] };
  const about = { id: 'robotics://feeds/x', title: text, author: text, self: 'https://example.org/?a=1&b=2' };
  const feed = parseAtomFeed(atomFeed({ ...about, updated: '2026', entries: [entry] }));
  expect(feed.entries).toHaveLength(1);
  const plain = (given: string | undefined) => given?.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  expect(plain(feed.entries?.[0]?.title?.value)).toBe(plain(text));
  expect(feed.updated).toBe('2026-11-01T00:00:00Z');
});

it.each(hostile)('a calendar holds %j as text', (text) => {
  const day = {
    uid: 'one',
    day: '2026-12-01',
    summary: text,
    description: text,
    url: 'https://example.org/a b',
  };
  const written = calendarOf('Days', [{ ...day, location: text }], '2026-11-22');
  for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const [event, ...more] = new ICAL.Component(ICAL.parse(written)).getAllSubcomponents('vevent');
  expect(more).toEqual([]);
  const plain = (given: unknown) =>
    String(given)
      .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim();
  expect(plain(event?.getFirstPropertyValue('summary'))).toBe(plain(text));
  expect(event?.getFirstPropertyValue('location')).toBeTruthy();
});
