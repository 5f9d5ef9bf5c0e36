import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseAtomFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageWith } from '../../src/cli/page-file.ts';
import { print, printText } from '../../src/cli/print.ts';
import { renderAnswer } from '../../src/cli/render/answer.ts';
import { renderShown } from '../../src/cli/render/shown.ts';
import { PLAIN, type Style, styleFor } from '../../src/cli/render/style.ts';
import { eventLines } from '../../src/cli/watch/session.ts';
import { keepInMemory } from '../../src/contributions/open.ts';
import { explore } from '../../src/http/explorer/page.ts';
import { LOCAL_USER } from '../../src/lib/caller.ts';
import { readFilter } from '../../src/protocol/events/filter.ts';
import { recentEvents } from '../../src/protocol/events/read-events.ts';
import { feedText } from '../../src/protocol/feeds.ts';
import type { Catalogue } from '../../src/search/catalogue.ts';
import { readXml } from '../../src/text/xml.ts';
import { createRegistry, type Registry } from '../../src/tools/registry.ts';
import type { Shown } from '../../src/tools/show/shape.ts';
import { checklistCsv, checklistMarkdown } from '../../src/view/checklist/checklist-files.ts';
import { compareCsv, compareMarkdown } from '../../src/view/compare/compare-files.ts';
import { tableCsv, tableMarkdown } from '../../src/view/table/table-files.ts';
import { onlyRecords, openSmall, robotWith } from '../helpers/catalogue.ts';
import { openVersions } from '../helpers/history.ts';
import {
  breachIn,
  type PoisonedIds,
  poison,
  poisons,
  searchCalls,
  showCalls,
  unsafeIn,
} from '../helpers/poison.ts';

let catalogue: Catalogue;
let ids: PoisonedIds;
let registry: Registry;
beforeAll(async () => {
  catalogue = await openSmall();
  ids = poison(catalogue);
  const context = { catalogue, contributions: keepInMemory(catalogue), today: '2026-11-21' };
  registry = createRegistry({
    select: 'all',
    readOnly: false,
    context: async () => context,
    onInternalError: (_, error) => {
      throw error;
    },
  });
});
afterAll(() => catalogue.close());

let asked: Promise<readonly Shown[]> | undefined;

/** What `show` answers, asked once for all tests. */
function shown(): Promise<readonly Shown[]> {
  asked ??= askShow();
  return asked;
}

const dataNow = () => ({
  catalogue,
  contributions: keepInMemory(catalogue),
  today: '2026-11-21',
  now: Date.parse('2026-11-21'),
});

/** What `show` answers of poisoned records, and the same where the records reached it as they are. */
async function askShow(): Promise<readonly Shown[]> {
  const answers: Shown[] = [];
  for (const [tool, args] of showCalls(ids)) {
    const { structuredContent, isError } = await registry.call(tool, args, LOCAL_USER);
    if (!isError) answers.push(structuredContent as unknown as Shown);
  }
  const some = [...answers.slice(0, 4), ...answers.slice(-4)];
  const raw = some.flatMap((answer) => Object.values(poisons).map((text) => withText(answer, text)));
  return [...answers, ...raw];
}

const freeTexts = /^(?:text|title|label|name|by|note|step|detail|evidence|question|summary|basis|because)$/;

/** An answer with this text in every cell and title, and behind every address. */
function withText(value: Shown, text: string): Shown {
  const put = (part: unknown, name = ''): unknown => {
    if (typeof part === 'string')
      return freeTexts.test(name) ? text : name === 'url' ? `javascript:${text}` : part;
    if (Array.isArray(part)) return part.map((member) => put(member, name));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, put(member, key)]));
  };
  return put(value) as Shown;
}

function terminal() {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  return { ...streams, env: {}, stopped: new Promise<void>(() => undefined) };
}

function written(out: { readonly stdout: PassThrough }): string {
  return String(out.stdout.read() ?? '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
const OWN_STYLE = /\u001b\[(?:[12]|22|3[1236]|39)m/g;

describe('poisoned records on a terminal', () => {
  const render = (answer: object, width: number, style: Style) =>
    'view' in answer
      ? renderShown(answer as Shown, { width, style })
      : renderAnswer({ ...answer }, { width, style });

  it('are plain text, in colour too', async () => {
    const coloured = styleFor({ ...terminal(), env: { FORCE_COLOR: '1' } });
    const answers: object[] = [...(await shown())];
    for (const [tool, args] of searchCalls(ids))
      answers.push((await registry.call(tool, args, LOCAL_USER)).structuredContent ?? {});
    for (const answer of answers.filter((each) => !('error' in each)))
      for (const [width, style] of [
        [20, PLAIN],
        [100, coloured],
      ] as const) {
        const out = terminal();
        printText(out, render(answer, width, style));
        expect(unsafeIn(written(out).replace(OWN_STYLE, ''))).toBeUndefined();
      }
  });

  it('are escapes that mean the same in --json', () => {
    const value = { texts: Object.values(poisons) };
    const out = terminal();
    print(out, true, value, () => '');
    const json = written(out);
    expect([unsafeIn(json), JSON.parse(json)]).toEqual([undefined, value]);
  });
});

describe('poisoned records in feeds', () => {
  const address = 'https://robots.example.org/api/mcp';
  const members = ['id', 'title', 'updated', 'author', 'link', 'category', 'content'];

  it.each(['news', 'publications', 'robots', 'changes'] as const)('%s has an entry a record', (name) => {
    const { text } = feedText({ name, filter: {} }, dataNow(), address);
    expect(breachIn(text, /href="(?!https?:)/)).toBeUndefined();
    const found: string[][] = [];
    readXml(
      text,
      ({ name: element }) => element === 'entry',
      ({ children }) => found.push(children.map((each) => each.name)),
    );
    for (const names of found) expect(members).toEqual(expect.arrayContaining(names));
    expect(parseAtomFeed(text).entries ?? []).toHaveLength(found.length);
    if (name === 'news' || name === 'publications')
      expect(found.length).toBeGreaterThanOrEqual(Object.keys(poisons).length);
  });

  it('the calendar has an event a deadline, in lines of at most 75 octets', () => {
    const { text } = feedText({ name: 'challenges', filter: {} }, dataNow(), address);
    const property =
      /^(?:$| |(?:BEGIN|END|VERSION|PRODID|CALSCALE|X-WR-CALNAME|UID|DTSTAMP|DTSTART;VALUE=DATE|SUMMARY|DESCRIPTION|URL|LOCATION|TRANSP):)/;
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).toMatch(property);
      expect(unsafeIn(line)).toBeUndefined();
    }
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    expect(events.length).toBeGreaterThanOrEqual(ids.challenges.length);
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(events.length);
    expect(text).not.toMatch(/^URL:(?!https?:)/m);
  });
});

describe('poisoned records on pages', () => {
  const view = readFileSync(fileURLToPath(new URL('../../dist/view.html', import.meta.url)), 'utf8');

  it('are text on the pages of the explorer', async () => {
    for (const [, args] of showCalls(ids)) {
      const { html } = await explore(args as Parameters<typeof explore>[0], registry, LOCAL_USER);
      // What is in the element of data is JSON, in which no tag ends.
      const markup = html.replace(/(<script type="application\/json"[^>]*>)[^<]*/, '$1');
      const addresses = /\shref="(?!https?:|\?|data:image\/svg)/;
      const tags = /<(?:img|iframe|object|embed|entry)\b|<\w+[^>]*\son\w+=/i;
      const what = JSON.stringify(args);
      expect(breachIn(markup, addresses), what).toBeUndefined();
      expect(breachIn(markup.replace(/"[^"]*"/g, '""'), tags), what).toBeUndefined();
      expect(markup.match(/<script\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
    }
  });

  it('do not end the data of a saved page', async () => {
    const ends = (page: string) => page.match(/<\/script/gi)?.length;
    for (const answer of await shown())
      expect(ends(pageWith(view, { shown: answer, records: {} }))).toBe(ends(view));
  });
});

describe('poisoned records in files that are handed out', () => {
  it('CSV: no cell is a formula, and no text begins a row', async () => {
    const formula = /^[\s\p{Z}\p{Cf}"“”]*[=+\-@＝＋－＠\t\r]/u;
    for (const answer of await shown()) {
      const csv = filesOf(answer)?.[0];
      if (csv === undefined) continue;
      const rows = rowsOf(csv);
      expect(new Set(rows.map((cells) => cells.length)).size, csv.slice(0, 200)).toBe(1);
      for (const cell of rows.flat()) if (!/^-?[\d.]+$/.test(cell)) expect(cell).not.toMatch(formula);
      expect(unsafeIn(csv.replace(/\r\n/g, '\n').replace(/[\u115f\u3164]/g, ''))).toBeUndefined();
    }
  });

  it('Markdown: no text is a link, a fence, a heading or a row', async () => {
    const markup = /(?<!\\)!?\[[^\]]*\]\((?!<https?:)|(?<!\\)<(?!https?:)|(?<!\\)`|^\s*~~~/m;
    for (const answer of await shown()) {
      const markdown = filesOf(answer)?.[1];
      if (markdown === undefined) continue;
      expect(breachIn(markdown.replace(/[\u115f\u3164]/g, ''), markup)).toBeUndefined();
    }
  });
});

/** An answer as CSV and as Markdown; charts are handed out in a browser alone. */
function filesOf(answer: Shown): [csv: string, markdown: string] | undefined {
  const progress = { ticked: [], notes: {} };
  if (answer.view === 'compare') return [compareCsv(answer).text, compareMarkdown(answer).text];
  if (answer.view === 'table') return [tableCsv(answer).text, tableMarkdown(answer).text];
  if (answer.view === 'checklist')
    return [checklistCsv(answer, progress).text, checklistMarkdown(answer, progress).text];
  return undefined;
}

/** The cells of a CSV file, by RFC 4180. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, before, quoted, plain] of csv
    .trimEnd()
    .matchAll(/(^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r]*))/g)) {
    if (before === '\r\n') rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  }
  return rows;
}

describe('poisoned records in events', () => {
  const robotOf = (text: string, i: number) => ({
    ...robotWith({ id: `poisoned-${i}` }),
    name: text,
    manufacturer: { id: 'maker', name: text, country: 'US' },
    sources: [{ url: `javascript:${text}`, title: text }],
  });
  const texts = Object.values(poisons);
  const before = onlyRecords({ robots: texts.map((text, i) => ({ ...robotOf(text, i), description: '' })) });
  const after = onlyRecords({
    robots: [...texts.map(robotOf), robotOf(`${texts.join(' ')} more`, texts.length)],
  });

  it('are data in payloads, feeds and lines of a terminal', async () => {
    const own = await openVersions([
      ['2026.11.01', before],
      ['2026.11.08', after],
    ]);
    const data = { ...dataNow(), catalogue: own };
    const events = recentEvents(readFilter(['robot.added', 'robot.changed'], {}), data, 100);
    expect(events).toHaveLength(texts.length + 1);
    for (const event of events) {
      expect(unsafeIn(String(event.data.title))).toBeUndefined();
      expect(Buffer.byteLength(JSON.stringify(event.data))).toBeLessThanOrEqual(1024);
      expect(event.data.source).toBeUndefined();
      for (const line of eventLines(event, PLAIN)) {
        const out = terminal();
        printText(out, line);
        expect(unsafeIn(written(out))).toBeUndefined();
      }
    }
    const { text } = feedText(
      { name: 'robot.changed', filter: { query: '"><script>' } },
      data,
      'https://x.example/api',
    );
    expect(breachIn(text, /href="(?!https?:)/)).toBeUndefined();
    expect(
      parseAtomFeed(feedText({ name: 'robot.changed', filter: {} }, data, 'https://x.example/api').text)
        .entries,
    ).toHaveLength(texts.length);
    own.close();
  });
});
