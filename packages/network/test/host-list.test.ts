import { isCuboError } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { hostList, isLoopbackAddress } from '../src/host-list.ts';

test.each([
  ['gpu.lan', 'gpu.lan', 80, true],
  ['gpu.lan', 'GPU.lan.', 11434, true],
  ['gpu.lan', 'other.gpu.lan', 80, false],
  ['gpu.lan:11434', 'gpu.lan', 11434, true],
  ['gpu.lan:11434', 'gpu.lan', 80, false],
  ['gpu.lan:80', 'gpu.lan', 80, true],
  ['gpu.lan:80', 'gpu.lan', 443, false],
  ['192.168.1.5', '192.168.1.5', 80, true],
  ['192.168.1.5', '192.168.1.50', 80, false],
  ['192.168.1.5', 'gpu.lan', 80, false],
  ['fd00::5', 'fd00:0::5', 80, true],
  ['[fd00::5]:80', 'fd00::5', 80, true],
  ['[fd00::5]:80', 'fd00::5', 81, false],
  ['bücher.example', 'xn--bcher-kva.example', 80, true],
])('%s on the list, %s port %i asked for: %s', (entry, host, port, expected) => {
  expect(hostList([entry]).has(host, port)).toBe(expected);
});

test.each(['', 'http://gpu.lan', 'gpu.lan/path', 'user@gpu.lan', 'gpu.lan:99999', 'gpu lan', '*.lan:', 5])(
  '%s is no host',
  (entry) => {
    expect(() => hostList([entry as string])).toThrow(expect.toSatisfy((e) => isCuboError(e, 'CUBO_BAD_ARGUMENT')));
  },
);

test.each([
  ['127.0.0.1', true],
  ['127.255.3.4', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1%eth0', false],
  ['localhost', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
