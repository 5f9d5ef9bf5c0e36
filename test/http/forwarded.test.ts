import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { callerAddress, givenRequestId, publicOrigin } from '../../src/http/request-origin.ts';

function request(headers: Record<string, string>, remoteAddress = '10.0.0.1'): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

it.each([
  [0, '198.51.100.7', '10.0.0.1'],
  [1, '198.51.100.7', '198.51.100.7'],
  [1, '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  [2, '6.6.6.6, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
  [2, '198.51.100.7', '198.51.100.7'],
  [1, '198.51.100.7:4711', '198.51.100.7'],
  [1, '[2001:db8::1]:4711', '2001:db8::1'],
  [1, '::ffff:198.51.100.7', '198.51.100.7'],
  [1, 'unknown', '10.0.0.1'],
  [1, '<script>', '10.0.0.1'],
  [1, ' , ', '10.0.0.1'],
  [3, '', '10.0.0.1'],
])('with %i proxies, X-Forwarded-For: %s is of the caller %s', (proxies, forwarded, caller) => {
  expect(callerAddress(request({ 'x-forwarded-for': forwarded }), proxies)).toBe(caller);
});

it.each([
  [0, {}, 'http://inner:1'],
  [0, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'robots.example.org' }, 'http://inner:1'],
  [1, { 'x-forwarded-proto': 'https' }, 'https://inner:1'],
  [
    1,
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'robots.example.org' },
    'https://robots.example.org',
  ],
  [1, { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': '[2001:db8::1]:443' }, 'https://[2001:db8::1]:443'],
  [1, { 'x-forwarded-host': 'evil.example, robots.example.org' }, 'http://robots.example.org'],
  [1, { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a"><b' }, 'http://inner:1'],
])('with %i proxies, %j was called at %s', (proxies, headers, origin) => {
  expect(publicOrigin(request({ host: 'inner:1', ...headers }), proxies)).toBe(origin);
});

it.each([
  [1, 'abc-123', 'abc-123'],
  [0, 'abc-123', undefined],
  [1, 'two words', undefined],
  [1, 'x'.repeat(129), undefined],
])('with %i proxies, takes the request id %s as %s', (proxies, given, taken) => {
  expect(givenRequestId(request({ 'x-request-id': given }), proxies)).toBe(taken);
});
