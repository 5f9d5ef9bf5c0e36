import { phaseOrder, phases } from '../kinds/certification/certification.ts';
import { daysBetween } from '../text/calendar.ts';
import { shortBasis } from './questions.ts';
import type { Requirement } from './rules.ts';

/** Beginnings further ahead than this many others stand in the rows alone. */
const COUNTED_DOWN = 3;

interface Span {
  readonly min: number;
  readonly max: number;
}

/** A phase of the plan, with what can begin at once and what waits for another requirement of the plan. */
interface PlannedPhase {
  readonly phase: string;
  readonly requirements: number;
  readonly at_once: number;
  readonly waiting: number;
  /** Along the longest chain of known durations. */
  readonly known_weeks?: Span;
  readonly unknown: number;
}

/** What applies, in the order in which a team works, and a sentence on how long that takes. */
export interface Plan {
  readonly phases: readonly PlannedPhase[];
  readonly note: string;
  /** By id: the requirements of the plan that must be done before. */
  readonly waits: ReadonlyMap<string, readonly string[]>;
}

/**
 * Durations add up along the longest chain of what waits for what; a phase begins when the one before it is done.
 * What states no duration counts as unknown, never as nothing; the weeks of a whole hold those of its parts. What begins
 * to apply after `today`, `YYYY-MM-DD`, is counted down to.
 */
export function planOf(applying: readonly Requirement[], today: string): Plan {
  const ordered = [...applying].sort((a, b) => phaseOrder(a) - phaseOrder(b));
  const byId = new Map(ordered.map((one) => [one.id, one]));
  const waits = new Map<string, readonly string[]>();
  const done = new Map<string, Span>();
  const planned: PlannedPhase[] = [];
  let begin: Span = { min: 0, max: 0 };
  for (const phase of phases) {
    const own = ordered.filter((one) => one.phase === phase);
    if (own.length === 0) continue;
    for (const one of own) {
      const before = (one.after ?? []).filter((id) => byId.has(id));
      if (before.length > 0) waits.set(one.id, before);
      const start = latest([begin, ...before.flatMap((id) => done.get(id) ?? [])]);
      done.set(one.id, plus(start, isInWhole(one, byId) ? undefined : one.typical_weeks));
    }
    const end = latest([begin, ...own.flatMap(({ id }) => done.get(id) ?? [])]);
    const waiting = own.filter(({ id }) => waits.has(id)).length;
    planned.push({
      phase,
      requirements: own.length,
      at_once: own.length - waiting,
      waiting,
      ...(end.max > begin.max && { known_weeks: { min: end.min - begin.min, max: end.max - begin.max } }),
      unknown: own.filter((one) => isUnknown(one, byId)).length,
    });
    begin = end;
  }
  const unknown = ordered.filter((one) => isUnknown(one, byId)).length;
  const notes = [durationNote(begin, unknown, ordered.length), ...countdown(ordered, today)];
  return { phases: planned, note: notes.join(' '), waits };
}

/** `Regulation (EU) 2023/1230 applies in 53 days (2027-01-20).` What begins first comes first. */
function countdown(applying: readonly Requirement[], today: string): string[] {
  return applying
    .flatMap(({ basis, applies_from }) =>
      applies_from !== undefined && applies_from > today ? [{ basis, on: applies_from }] : [],
    )
    .sort((a, b) => (a.on < b.on ? -1 : 1))
    .filter(
      ({ basis, on }, i, all) =>
        i === all.findIndex((one) => one.on === on && shortBasis(one.basis) === shortBasis(basis)),
    )
    .slice(0, COUNTED_DOWN)
    .map(({ basis, on }) => {
      const days = daysBetween(today, on);
      const when = days === undefined ? `from ${on}` : `in ${days} ${days === 1 ? 'day' : 'days'} (${on})`;
      return `${shortBasis(basis)} applies ${when}.`;
    });
}

function durationNote({ min, max }: Span, unknown: number, all: number): string {
  if (all === 0) return 'There is nothing to plan.';
  if (max === 0) return `None of the ${all} states a duration: how long it takes is unknown.`;
  const known = `Known durations add up to ${min === max ? min : `${min} to ${max}`} weeks, phase after phase`;
  if (unknown === 0) return `${known}.`;
  return `${known}; ${unknown} of ${all} state none, so the whole is unknown: count on ${min} weeks at the very least.`;
}

/** True for a part of something that applies and states how long the whole takes. */
function isInWhole({ relations = [] }: Requirement, byId: ReadonlyMap<string, Requirement>): boolean {
  return relations.some(({ type, id }) => type === 'part_of' && byId.get(id)?.typical_weeks !== undefined);
}

function isUnknown(one: Requirement, byId: ReadonlyMap<string, Requirement>): boolean {
  return one.typical_weeks === undefined && !isInWhole(one, byId);
}

function latest(spans: readonly Span[]): Span {
  return { min: Math.max(...spans.map(({ min }) => min)), max: Math.max(...spans.map(({ max }) => max)) };
}

function plus(a: Span, b: Span | undefined): Span {
  return b === undefined ? a : { min: a.min + b.min, max: a.max + b.max };
}
