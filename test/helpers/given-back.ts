import { afterAll, expect } from 'vitest';

const [cwd, exitCode, env] = [process.cwd(), process.exitCode, { ...process.env }];

/** Files share a process: each gives back what it changes. Values of the environment are nobody's to print. */
afterAll(() => {
  const names = Object.keys({ ...env, ...process.env }).filter((name) => env[name] !== process.env[name]);
  expect([process.cwd(), process.exitCode, names]).toEqual([cwd, exitCode, []]);
});
