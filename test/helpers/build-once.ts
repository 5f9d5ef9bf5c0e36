import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds what the end-to-end tests run, once for all of them. Data that are there already are taken as they are. */
export function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const script = existsSync(`${root}dist/dataset/manifest.json`) ? 'build:code' : 'build';
  execFileSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
