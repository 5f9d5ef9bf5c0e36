import { expect, it } from 'vitest';
import { checkMessage } from '../../src/protocol/protocol.ts';

const nested = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);

it('refuses an answer nested too deep without its id, which is the number of a request of ours', () => {
  expect(checkMessage({ jsonrpc: '2.0', id: 7, result: { nested } })).toMatchObject({
    kind: 'refused',
    answer: { id: null, error: { code: -32600 } },
  });
});

it('refuses a request nested too deep with its id', () => {
  expect(checkMessage({ jsonrpc: '2.0', id: 7, method: 'ping', params: { nested } })).toMatchObject({
    kind: 'refused',
    answer: { id: 7, error: { code: -32600 } },
  });
});
