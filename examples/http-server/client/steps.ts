import assert from 'node:assert/strict';
import { request } from 'node:http';

/** Does a step of a check, and tells how long it took. */
export async function step(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`${name}: ${Math.round(performance.now() - began)} ms`);
}

/** Checks that a request was refused with a status and a code, and that what is told is code, message, remedy, no more. */
export async function assertRefused(response: Response, status: number, code: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>;
  assert.deepEqual([response.status, body.code], [status, code]);
  assert.deepEqual(Object.keys(body), ['code', 'message', 'remedy']);
  assert.doesNotMatch(JSON.stringify(body), /\bat .*:\d+:\d+|node_modules/);
}

/** Status of a request with headers that `fetch` does not let one set. */
export function statusWith(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}
