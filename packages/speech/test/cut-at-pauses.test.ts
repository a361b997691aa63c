import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AudioPiece, cutAtPauses } from '../src/pieces/cut-at-pauses.ts';

async function cut(stretches: readonly Float32Array[], maximumSeconds: number): Promise<AudioPiece[]> {
  async function* given() {
    yield* stretches;
  }
  const pieces: AudioPiece[] = [];
  for await (const piece of cutAtPauses(given(), maximumSeconds)) pieces.push(piece);
  return pieces;
}

test('pieces are the sound, one after the other, without what is silent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.boolean()), { minLength: 1, maxLength: 20 }),
      async (given) => {
        const stretches = given.map(([length, sounds], seed) =>
          Float32Array.from({ length }, (_, i) => (sounds ? Math.sin(i * 0.05 + seed) * 0.3 : 0)),
        );
        const whole = Float32Array.from(stretches.flatMap((stretch) => [...stretch]));
        const left = whole.slice();
        let end = 0;
        for (const { start, samples } of await cut(stretches, 1)) {
          const at = Math.round(start * 16_000);
          expect(at).toBeGreaterThanOrEqual(end);
          end = at + samples.length;
          expect(samples.length).toBeLessThanOrEqual(16_000);
          expect(samples).toEqual(whole.slice(at, end));
          left.fill(0, at, end);
        }
        expect(left.every((sample) => sample === 0)).toBe(true);
      },
    ),
    { numRuns: 60, seed: 5 },
  );
});

test('a piece ends where it is quiet, and in a tone that does not end after its whole length', async () => {
  const tone = (length: number) => Float32Array.from({ length }, (_, i) => Math.sin(i * 0.2) * 0.5);
  const [first, second] = await cut([tone(12_800), new Float32Array(1600), tone(12_800)], 1);
  // The pause goes from 0.8 to 0.9 seconds.
  expect(second?.start).toBeGreaterThan(0.8);
  expect(second?.start).toBeLessThan(0.9);
  expect(first?.samples.length).toBe(Math.round((second?.start ?? 0) * 16_000));
  for (const { samples } of (await cut([tone(50_000)], 1)).slice(0, -1)) expect(samples.length).toBeGreaterThan(10_000);
  expect(await cut([new Float32Array(100_000)], 1)).toEqual([]);
});
