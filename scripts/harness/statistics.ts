import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The value below which `share` of the values lie (nearest rank); NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** How long an action takes, in milliseconds, with what it gives. */
export async function timed<T>(action: () => T | Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now();
  const value = await action();
  return { ms: performance.now() - begun, value };
}

/** Lets signals and timers have their turn between two measurements. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function megabytes(bytes: number): number {
  return bytes / 1e6;
}

/** The items under the name that each has, in the order of their first appearance. */
export function grouped<T>(items: Iterable<T>, nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const own = groups.get(nameOf(item));
    if (own === undefined) groups.set(nameOf(item), [item]);
    else own.push(item);
  }
  return groups;
}

/** Resident memory of a process in bytes, as the system counts it. */
export function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    return 1024 * numberIn(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  }
  if (process.platform === 'win32') {
    const script = `(Get-Process -Id ${pid}).WorkingSet64`;
    return numberIn(execFileSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8' }));
  }
  return 1024 * numberIn(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}

function numberIn(text: string | undefined): number {
  return Number(text?.trim() ?? Number.NaN);
}
