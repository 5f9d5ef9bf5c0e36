import { expect, it } from 'vitest';
import { shownAddress } from '../../src/lib/shown-address.ts';

it.each([
  ['https://example.org/api/mcp', 'https://example.org/api/mcp'],
  ['http://127.0.0.1:8787/api/mcp', 'http://127.0.0.1:8787/api/mcp'],
  ['http://[::1]:8787/api/mcp', 'http://[::1]:8787/api/mcp'],
  ['localhost:8787/api/mcp', 'localhost:8787/api/mcp'],
  ['nowhere', 'nowhere'],
  ['', ''],
  ['https://ana:geheim@example.org/api/mcp', 'https://example.org/api/mcp'],
  ['https://geheim@example.org/', 'https://example.org/'],
  ['https://ana:geheim@[::1]:80/', 'https://[::1]:80/'],
  ['https://ana:ge@heim@example.org/x', 'https://example.org/x'],
  ['https://ana:ge%2Fheim@example.org/x', 'https://example.org/x'],
  ['https://ana:ge heim@example.org/x', 'https://example.org/x'],
  ['https://ana:ge/heim@example.org/x', 'https://ana:…'],
  ['https://ana:ge?heim@example.org/x', 'https://ana:…'],
  ['https://ana:ge#heim@example.org/x', 'https://ana:…'],
  ['https://ana:12/geheim@example.org/x', 'https://ana:12/…example.org/x'],
  ['https://ana:geheim', 'https://ana:…'],
  ['https://ana:', 'https://ana:'],
  ['ana:geheim@example.org', 'example.org'],
  ['ana:geheim', 'ana:…'],
  ['ftp://ana:geheim@example.org', 'ftp://example.org'],
  ['postgres://ana:geheim@db.example.org/robots?password=geheim', 'postgres://db.example.org/robots?…'],
  ['//ana:geheim@example.org/x', '//example.org/x'],
  ['https://example.org/api/mcp?token=geheim', 'https://example.org/api/mcp?…'],
  ['https://example.org/api/mcp?geheim', 'https://example.org/api/mcp?…'],
  ['https://example.org/api/mcp#access_token=geheim', 'https://example.org/api/mcp?…'],
])('%j is shown as %j', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
