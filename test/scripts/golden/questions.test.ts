import { describe, expect, it } from 'vitest';
import { drawCalls } from '../../../scripts/golden/draw-calls.ts';
import { searchArguments } from '../../../scripts/golden/draw-filters.ts';
import { kindsAsked, questionGroups } from '../../../scripts/golden/draw-question.ts';
import { frozenRows } from '../../../scripts/golden/fixture.ts';
import { subjects } from '../../../scripts/golden/subjects.ts';

const drawn = drawCalls(frozenRows(), 1, 3000).map((call) => {
  return { ...call, args: (call.args ?? {}) as Readonly<Record<string, unknown>> };
});
const questions = drawn.filter(({ groups }) => !groups.includes('other'));
const queries = (group: (typeof questionGroups)[number]) =>
  questions.flatMap(({ groups, args }) => (groups.includes(group) ? [String(args.query ?? '')] : []));

describe('drawn calls', () => {
  it('hold a condition, a title or a name in at least 40 of 100 queries', () => {
    const asked = drawn.filter(({ args }) => typeof args.query === 'string');
    const held = asked.filter(({ groups }) => !groups.includes('other'));
    expect(held.length / asked.length).toBeGreaterThan(0.4);
  });

  it('hold each group about as often, alone and with others', () => {
    const counts = questionGroups.map(
      (group) => questions.filter(({ groups }) => groups.includes(group)).length,
    );
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(3);
    for (const group of questionGroups) {
      const single = questions.filter(({ groups, isSingle }) => isSingle && groups.includes(group));
      expect([group, single.length > 50]).toEqual([group, true]);
    }
  });

  it('ask every search tool for each group that its records can answer', () => {
    const asked = new Set(questions.flatMap(({ tool, groups }) => groups.map((group) => `${tool} ${group}`)));
    const wanted = questionGroups.flatMap((group) =>
      kindsAsked(group).map((kind) => `${subjects[kind].tool} ${group}`),
    );
    expect(wanted.filter((one) => !asked.has(one))).toEqual([]);
    for (const { tool } of searchArguments) expect(wanted.some((one) => one.startsWith(tool))).toBe(true);
  });

  it('mark as having one condition what is of one group, in the query or in one argument', () => {
    const single = questions.filter(({ isSingle }) => isSingle);
    for (const { groups, args } of single) {
      expect(groups).toHaveLength(1);
      const { query: _, limit: __, ...others } = args;
      expect(Object.keys(others).length).toBeLessThanOrEqual(1);
    }
    expect(questions.some(({ isSingle, groups }) => !isSingle && groups.length > 2)).toBe(true);
  });

  it('write each group in its forms, in other languages too', () => {
    const forms = {
      bound: [
        /(under|below|less than|up to) [\d.]+ ?kg\b/,
        /(under|less than|below|over|above|at least) (\p{L}+ )+(kilos|kg|dollars|cm|hours)/u,
        /\d+-\d+ /,
        /\$[\d.]+k/,
        />= /,
      ],
      period: [/since \d{4}/, /last year/, /January to \w+ \d{4}/, /\d{4}-\d{4}/, /before \d{4}/],
      denial: [
        ...[
          / not (from|by|for) /,
          /without /,
          /except /,
          / no /,
          / -["\p{L}]/u,
          /neither .+ nor /,
          /outside /,
        ],
        ...[/non-/, /-free/, / NOT /],
      ],
      list: [/ or /, / and /, /, .+ or /, /, .+ and /, / OR /, /either .+ or /, /both .+ and /],
      likeness: [/like /, /similar to /, /alternatives to /],
      superlative: [/cheapest/, /lightest/, /second /, /top 5/, /two \w+est/, /not the /],
    } as const;
    for (const [group, patterns] of Object.entries(forms)) {
      const written = queries(group as keyof typeof forms);
      const foreign = /\b(Roboter|robots? (sin|sauf|de|à|desde|depuis|comme|similares|más|le))\b|\p{Lo}/u;
      const missing = [...patterns, foreign].filter(
        (pattern) => !written.some((query) => pattern.test(query)),
      );
      expect([group, missing]).toEqual([group, []]);
    }
    const asArguments = questions.filter(
      ({ args }) => args.query === undefined || Object.keys(args).length > 2,
    );
    const given = JSON.stringify(asArguments.map(({ args }) => args));
    for (const pattern of [/":"not /, /":"[^"]+ or /, /":\["/, /"max":/, /":"since \d/])
      expect(given).toMatch(pattern);
  });

  it('ask for titles with a word that also joins conditions, whole and in part', () => {
    const titles = new Set(frozenRows().publications.map(({ title }) => String(title).toLowerCase()));
    const asked = queries('title').map((query) => query.replaceAll('"', '').toLowerCase());
    expect(asked.every((query) => /(^|\s)(without|or|not|no|only|under|than)(?![-\w])/.test(query))).toBe(
      true,
    );
    expect(asked.filter((query) => titles.has(query)).length).toBeGreaterThan(20);
    expect(
      asked.filter((query) => query.split(' ').length <= 7 && !titles.has(query)).length,
    ).toBeGreaterThan(20);
  });

  it('are the same for the same seed and records, and others for another seed', () => {
    const again = (seed: number) => JSON.stringify(drawCalls(frozenRows(), seed, 300));
    expect(again(1)).toBe(JSON.stringify(drawCalls(frozenRows(), 1, 300)));
    expect(again(2)).not.toBe(again(1));
  });
});
