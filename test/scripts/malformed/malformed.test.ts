import { afterEach, beforeEach, expect, it } from 'vitest';
import { judge } from '../../../scripts/malformed/judge.ts';
import { sendMalformed } from '../../../scripts/malformed/malformed.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

it('malformed requests bring about no crash, no failure and no word of the inside', {
  timeout: 120_000,
}, async () => {
  const report = await sendMalformed({ count: 1_000, seed: 20_261_121, together: 8, home: place.path });
  expect(report.faults).toEqual([]);
  expect(report.sent).toBe(1_000);
  expect(report.exit).toBe(0);
  expect(Object.keys(report.byKind).length).toBeGreaterThan(12);
  expect(report.log).not.toContain('failure');
});

it.each([
  ['HTTP/1.1 500 Internal Server Error\r\n\r\n', ['answered 500']],
  ['HTTP/1.1 200 OK\r\n\r\n{}HTTP/1.1 502 x\r\n\r\n', ['answered 502']],
  ['HTTP/1.1 503 Service Unavailable\r\n\r\n', []],
  ['HTTP/1.1 400 x\r\n\r\nat Server.emit (node:events:1:2)', ['told a stack']],
  ['HTTP/1.1 400 x\r\n\r\n/home/someone/server', ['told a path of this machine']],
  ['HTTP/1.1 400 x\r\n\r\nSELECT id FROM robots', ['told SQL']],
  ['HTTP/1.1 400 x\r\n\r\nTypeError: x', ['told an error of the language']],
  ['HTTP/1.1 400 x\r\n\r\nENOENT: no such file', ['told an error of the system']],
  ['oops', ['answered no HTTP']],
  ['', []],
])('holds against %j: %j', (received, faults) => {
  expect(judge(received).faults).toEqual(faults);
});
