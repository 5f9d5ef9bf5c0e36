import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress, NOT_ALLOWED, publicNetwork, send } from '../../src/lib/network.ts';
import { localNetwork, type SourceServer, startSource } from '../harvest/helpers/source-server.ts';

describe('an address that is not open to everybody', () => {
  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1'],
    ...['127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1'],
    ...['192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1', '::127.0.0.1', '::8.8.8.8'],
    ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::a', '100::1', '2001::1'],
    ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1'],
    ...['2001:1ff:ffff::', '2002:7f00:1::1', '2002::', '2002:ffff::1', '3fff::1', '3fff:fff::1', '5f00::1'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'ff02::1'],
    ...['', 'localhost', 'example.org', '8.8.8', '08.8.8.8', '0x7f.1', '2130706433', '[::1]', '8.8.8.8/32'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('an address that is', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.0.0.1'],
    ...['128.0.0.1', '169.253.0.1', '169.255.0.1', '172.15.0.1', '172.32.0.1', '192.0.1.1', '192.0.3.1'],
    ...['192.167.0.1', '192.169.0.1', '198.17.0.1', '198.20.0.1', '203.0.112.1', '223.255.255.255'],
    ...['2001:200::1', '2001:4860:4860::8888', '2001:db7::1', '2001:db9::1', '2003::1', '2606:4700::1111'],
    ...['2a00:1450::1', '3ffe::1', '2000::1', '2620:0:2d0:200::7'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a request', () => {
  let inside: SourceServer;
  beforeAll(async () => {
    inside = await startSource((_, response) => response.end('inside'), '127.0.0.2');
  });
  afterAll(() => inside.close());
  const port = () => new URL(inside.url).port;

  it('goes to no address that is not allowed, however it is written', async () => {
    for (const host of [
      '127.0.0.2',
      '127.2',
      '0x7f.0.0.2',
      '2130706434',
      '[::ffff:127.0.0.2]',
      '0177.0.0.2',
    ]) {
      const sent = send(new URL(`http://${host}:${port()}/`), { network: publicNetwork });
      await expect(sent, host).rejects.toMatchObject({ code: NOT_ALLOWED });
    }
    await expect(
      send(new URL(`http://localhost:${port()}/`), { network: publicNetwork }),
    ).rejects.toMatchObject({
      code: NOT_ALLOWED,
    });
    expect(inside.asked).toEqual([]);
  });

  it('goes to those addresses of a name that are allowed', async () => {
    const network = localNetwork({
      'both.example.org': ['127.0.0.2', '127.0.0.1'],
      'in.example.org': ['127.0.0.2'],
    });
    const url = (host: string) => new URL(`http://${host}:${port()}/`);
    await expect(send(url('in.example.org'), { network })).rejects.toMatchObject({ code: NOT_ALLOWED });
    // At the allowed one nobody answers; the other is not tried.
    await expect(send(url('both.example.org'), { network })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(send(url('unknown.example.org'), { network })).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(inside.asked).toEqual([]);
  });

  it('is made anew each time: a connection that was opened without a check is not used', async () => {
    const network = localNetwork({ 'in.example.org': ['127.0.0.2'] });
    const url = new URL(`http://in.example.org:${port()}/`);
    const open = await send(url, { network: { ...network, isAllowed: () => true } });
    for await (const _ of open);
    await expect(send(url, { network })).rejects.toMatchObject({ code: NOT_ALLOWED });
    expect(inside.asked).toHaveLength(1);
  });
});
