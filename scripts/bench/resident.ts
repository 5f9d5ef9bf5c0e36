import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
