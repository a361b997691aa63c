import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serve } from '../serve.ts';

const { port } = await serve((_, response) => response.end('{"version":"0.12"}'));
const url = `http://127.0.0.1:${port}/api/version`;

// #region request
import { request } from '@cubo/network';

const answer = await request(url, { purpose: 'asking for the version' });
console.log(answer.status, await text(answer.body));
// #endregion

const someLibrary = () => fetch('http://models.example/');

// #region guard
import { withNetwork } from '@cubo/network';

const work = withNetwork({ purpose: 'embedding', allow: ['gpu.lan:11434'] }, () => someLibrary());

// #endregion

work.catch(() => {});

// #region log
import { connections } from '@cubo/network';

for (const { host, purpose, opened, refused, bytesSent } of connections().counts) {
  console.log(`${host} for ${purpose}: ${opened} connections, ${refused} refused, ${bytesSent} bytes sent`);
}
// #endregion

test('the guard refuses what is not allowed', async () => {
  await expect(work).rejects.toMatchObject({ cause: { code: 'CUBO_NETWORK_REFUSED' } });
  const { purpose, refused } = connections().recent.at(-1) ?? {};
  expect({ purpose, refused }).toEqual({ purpose: 'embedding', refused: true });
});

test('the request is answered and counted', () => {
  expect(answer.status).toBe(200);
  expect(connections().counts).toContainEqual(
    expect.objectContaining({ purpose: 'asking for the version', opened: 1 }),
  );
});
