import type { DailyReport } from '../../harvest/harvest.ts';
import type { SourceSummary, Told } from '../../harvest/summary.ts';
import { renderReport } from './release-render.ts';

/** Lines of each sort that are shown; JSON has all. */
const shown = 8;
const widest = 110;

/** What a run made of its sources, for a person. */
export function renderSources(sources: readonly SourceSummary[], dryRun: boolean): string {
  const lines = sources.flatMap(linesOf);
  return `${[...lines, totalOf(sources, dryRun)].join('\n')}\n`;
}

/** What a day came to. */
export function renderDay({ sources, base, release }: DailyReport, dryRun: boolean): string {
  const parts = [renderSources(sources, dryRun)];
  if (base !== undefined) parts.push(`The data as they were before: ${renderReport(base)}`);
  if (release !== undefined) parts.push(renderReport(release));
  return parts.join('\n');
}

function linesOf(summary: SourceSummary): string[] {
  const { source, since, added, changed, review, reviewKnown, refused, passed, fault } = summary;
  const counts = [
    `${added.length} added`,
    `${changed.length} changed`,
    `${review.length} to review`,
    `${refused.length} refused`,
  ];
  const rest = Object.entries(passed).map(([why, count]) => `${count} ${why}`);
  if (reviewKnown > 0) rest.push(`${reviewKnown} in review already`);
  const tail = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  return [
    `${source.padEnd(8)} since ${since}: ${counts.join(', ')}${tail}`,
    ...some('+', added.map(named)),
    ...some(
      '~',
      changed.map((told) => `${named(told)} (${told.reason})`),
    ),
    ...some(
      '?',
      review.map((told) => `${told.id}: ${told.title}`),
    ),
    ...some(
      '-',
      refused.map(({ source: from, what, reason }) => `${from}, ${what}: ${reason}`),
    ),
    ...(fault === undefined ? [] : [`  ! ${oneLine(fault)}. The next run goes on from here.`]),
  ];
}

function named({ id, title }: Told): string {
  return `${id}: ${title}`;
}

function some(mark: string, texts: readonly string[]): string[] {
  const lines = texts.slice(0, shown).map((text) => `  ${mark} ${cut(text)}`);
  return texts.length > shown ? [...lines, `  ${mark} and ${texts.length - shown} more`] : lines;
}

function totalOf(sources: readonly SourceSummary[], dryRun: boolean): string {
  const sum = (count: (summary: SourceSummary) => number) =>
    sources.reduce((total, summary) => total + count(summary), 0);
  const accepted = sum(({ added, changed }) => added.length + changed.length);
  const asked = sum(({ review }) => review.length);
  const faults = sources.filter(({ fault }) => fault !== undefined).map(({ source }) => source);
  const broken = faults.length === 0 ? '' : ` Not read to the end: ${faults.join(', ')}.`;
  return dryRun
    ? `${accepted} record(s) would go into the dataset, ${asked} into review. Nothing was written.${broken}`
    : `${accepted} record(s) went into the dataset, ${asked} into review.${broken}`;
}

function cut(text: string): string {
  const line = oneLine(text);
  return line.length <= widest ? line : `${line.slice(0, widest - 1)}…`;
}

/** Words from outside, without what would steer a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
}
