import { expect, it } from 'vitest';
import { createLogger, type LogFormat, type LogLevel } from '../../src/lib/log.ts';

const now = () => new Date('2026-11-21T10:00:00.000Z');

function logTo(format: LogFormat, level: LogLevel = 'info') {
  const pieces: string[] = [];
  const log = createLogger({ level, format, sink: (piece) => pieces.push(piece), now });
  return { log, pieces, text: () => pieces.join('') };
}

it('writes one line an entry, as text', () => {
  const { log, text } = logTo('text');
  log.write('info', 'request', { id: 'a-1', tool: undefined, status: 200, note: 'two words' });
  log.flush();
  expect(text()).toBe('2026-11-21T10:00:00.000Z info  request id=a-1 status=200 note="two words"\n');
});

it('writes one line an entry, as JSON', () => {
  const { log, text } = logTo('json');
  log.write('warn', 'worker ended', { pid: 7, code: undefined });
  log.flush();
  expect(JSON.parse(text())).toEqual({
    time: '2026-11-21T10:00:00.000Z',
    level: 'warn',
    event: 'worker ended',
    pid: 7,
  });
});

it.each(['text', 'json'] as const)('lets nothing from outside begin a line, or turn one: %s', (format) => {
  const { log, text } = logTo(format);
  const hostile = 'x\n2026 error forged\r\u2028\u202e\u001b[31m\ud800"\u{e0041}';
  log.write('info', 'request', { tool: hostile });
  log.flush();
  expect(text().split('\n')).toHaveLength(2);
  expect(text().trimEnd()).toMatch(/^[\x20-\x7e]*$/);
  if (format === 'json') expect(JSON.parse(text()).tool).toBe(hostile);
});

it.each([
  ['silent', []],
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['info', ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
] as const)('writes at %s what is at least that grave', (level, written) => {
  const { log, text } = logTo('json', level);
  for (const severity of ['error', 'warn', 'info', 'debug'] as const) {
    expect(log.isOn(severity)).toBe((written as readonly string[]).includes(severity));
    log.write(severity, 'said');
  }
  log.flush();
  const lines = text()
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
});

it('writes errors at once, with what stood before them', () => {
  const { log, text } = logTo('text');
  log.write('info', 'first');
  expect(text()).toBe('');
  log.write('error', 'second');
  expect(text()).toMatch(/first\n.*second\n$/);
});

it('cuts between lines, so that a pipe takes each piece whole', () => {
  const { log, pieces } = logTo('text');
  for (let i = 0; i < 200; i += 1) log.write('info', 'request', { id: `number-${i}` });
  log.flush();
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) {
    expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(4096);
    expect(piece.endsWith('\n')).toBe(true);
  }
  expect(pieces.join('').split('\n')).toHaveLength(201);
});
