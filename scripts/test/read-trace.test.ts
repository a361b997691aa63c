import { expect, test } from 'vitest';
import { readTrace } from '../lib/read-trace.mjs';

test.each([
  ['12 connect(20, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("127.0.0.1")}, 16) = 0', true],
  ['12 connect(20, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("93.184.215.14")}, 16) = 0', false],
  [
    '12 connect(20, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("10.0.0.1")}, 16) = -1 EINPROGRESS',
    false,
  ],
  ['connect(3, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0', true],
  ['connect(3, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "fd00::5", &sin6_addr)}, 28) = 0', false],
  [
    'connect(3, {sa_family=AF_INET6, sin6_port=htons(1), inet_pton(AF_INET6, "::ffff:127.0.0.1", &sin6_addr)}, 28)',
    true,
  ],
  ['connect(5, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT', true],
  ['sendto(5, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20', true],
  [
    'sendto(5, ""..., 40, MSG_NOSIGNAL, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("8.8.8.8")}, 16)',
    false,
  ],
  ['connect(5, {sa_family=AF_VSOCK, svm_cid=2}, 16) = 0', false],
  ['7 connect(5, {sa_family=0x2d, sa_data=""}, 16) = 0', false],
])('%s', (line, isLocal) => {
  expect(readTrace(`1 sendto(3, ""..., 5, 0, NULL, 0) = 5\n${line}\n`)).toMatchObject([{ isLocal, line }]);
});

test('each of several messages of one call counts', () => {
  const address = (host: string) => `{msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("${host}")}}`;
  const contacts = readTrace(`sendmmsg(5, [${address('127.0.0.53')}, ${address('1.1.1.1')}], 2, 0) = 2`);
  expect(contacts.map(({ target, isLocal }) => [target, isLocal])).toEqual([
    ['127.0.0.53 port 53', true],
    ['1.1.1.1 port 53', false],
  ]);
});
