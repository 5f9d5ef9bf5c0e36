import { canFail } from './history.ts';
import { faultCodes, type Step } from './machine.ts';

/** What many histories of one kind came to. */
export interface Report {
  readonly what: string;
  readonly histories: number;
  readonly first: number;
  readonly steps: number;
  readonly operations: number;
  readonly seconds: number;
  /** Of processor: what a machine that does other things as well takes no longer for. */
  readonly cpu_seconds: number;
  /** How often each trouble met each kind of step: `power flush`, `EIO rename`. */
  readonly met: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** So often each kind of step is to meet a crash and each fault. */
const LEAST = 100;
/** In fewer histories, some steps meet less. */
const MANY = 20_000;

/** What many histories have tried too seldom; nothing for few. */
export function shortOf({ histories, met }: Report, takes: readonly Step[]): string[] {
  if (histories < MANY) return [];
  const counts = takes.flatMap((step): [string, number][] => [
    [`a crash at ${step}`, (met[`kill ${step}`] ?? 0) + (met[`power ${step}`] ?? 0)],
    ...faultCodes
      .filter((code) => canFail(step, code))
      .map((code): [string, number] => [`${code} at ${step}`, met[`${code} ${step}`] ?? 0]),
  ]);
  return counts
    .filter(([, times]) => times < LEAST)
    .map(([what, times]) => `${what} was tried ${times} times of at least ${LEAST}`);
}

/** A table: a row for each kind of step, a column for each trouble. */
export function inWords(report: Report): string {
  const { what, histories, steps, operations, seconds, cpu_seconds, met, failures } = report;
  const rate = (histories / cpu_seconds).toFixed(0);
  const troubles = ['kill', 'power', 'stall', ...faultCodes];
  const kinds = [...new Set(Object.keys(met).map((name) => name.split(' ')[1] ?? ''))].sort();
  const rows = kinds.map((step) => [
    step,
    ...troubles.map((trouble) => String(met[`${trouble} ${step}`] ?? 0)),
  ]);
  return [
    `${histories} histories of ${what}, ${operations} operations, ${steps} steps, ${seconds.toFixed(1)} s (${rate} a second of processor)`,
    ...[['', ...troubles], ...rows].map(([step = '', ...counts]) =>
      [step.padEnd(16), ...counts.map((count) => count.padStart(8))].join(''),
    ),
    ...(failures.length === 0 ? ['No promise was broken.'] : failures),
  ].join('\n');
}
