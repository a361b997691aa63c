import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../src/network/is-public-address.ts';
import { parseWebUrl } from '../../src/network/parse-web-url.ts';

describe('addresses of the public internet', () => {
  test.each([
    '93.184.215.14',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['link-local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1']],
    ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['multicast and broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
    ['reserved', ['240.0.0.1', '192.0.0.8', '100::1', '5f00::1', '4000::1', 'fec0::1']],
    ['benchmarks', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['unique-local', ['fc00::1', 'fd12:3456::1']],
    ['mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1']],
    ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::8.8.8.8']],
    ['NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1', '64:ff9b:1::808:808']],
    ['6to4', ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1']],
    ['Teredo', ['2001:0:7f00:1::', '2001::1']],
    ['no addresses', ['', 'localhost', '1.2.3', '1.2.3.4.5', '::g', '0x7f.1']],
  ])('%s ones are none', (_, addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

describe('URLs of web pages', () => {
  test.each([
    ['https://site.test.example/a/b?c=d#e', 'https://site.test.example/a/b?c=d'],
    ['HTTP://Site.Example:80', 'http://site.example/'],
    ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
    ['http://site.example:443/', 'http://site.example:443/'],
  ])('%s is one', (given, expected) => {
    expect(parseWebUrl(given).href).toBe(expected);
  });

  test.each([
    'ftp://site.example/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'https://user@site.example/',
    'https://user:secret@site.example/',
    'https://:secret@site.example/',
    'http://site.example:11434/',
    'http://site.example:22/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://foo.localhost/',
    'http://router/',
    'http://printer.local/',
    'http://host.docker.internal/',
    'http://metadata.google.internal/',
  ])('%s is refused', (given) => {
    expect(() => parseWebUrl(given)).toThrow(expect.objectContaining({ code: 'CUBO_NETWORK_REFUSED' }));
  });

  test.each(['', 'site.example', 'https://', '//site.example', 7, null, `https://a.example/${'x'.repeat(9000)}`])(
    '%j is none',
    (given) => {
      expect(() => parseWebUrl(given as string)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
    },
  );

  test('a password is not repeated', () => {
    expect(() => parseWebUrl('https://me:secret@site.example/')).toThrow(/^(?!.*secret)/s);
  });
});
