import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFrames, encodeFrame, type VectorFrame } from '../../src/candidates/building/vector-frames.ts';

const frame: fc.Arbitrary<VectorFrame> = fc.record({
  kind: fc.constantFrom('train' as const, 'add' as const),
  vectors: fc.array(fc.float({ noNaN: true }), { maxLength: 20 }).map((values) => Float32Array.from(values)),
});

async function* pieces(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const length of lengths) {
    yield bytes.subarray(start, start + length);
    start += length;
  }
  yield bytes.subarray(start);
}

async function framesOf(stream: AsyncIterable<Uint8Array>): Promise<VectorFrame[]> {
  const frames: VectorFrame[] = [];
  for await (const each of decodeFrames(stream)) frames.push(each);
  return frames;
}

test('frames are what they were, however the stream is cut into pieces', async () => {
  const end: VectorFrame = { kind: 'end', vectors: new Float32Array() };
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 8 }), fc.array(fc.nat(60)), async (frames, lengths) => {
      const bytes = Buffer.concat([...frames, end].map(encodeFrame));
      const decoded = await framesOf(pieces(bytes, lengths));
      expect(decoded).toEqual([...frames, end]);
      // A stream that breaks off is no end.
      const cut = pieces(bytes.subarray(0, bytes.length - 1), lengths);
      await expect(framesOf(cut)).rejects.toThrow('end before their end');
    }),
    { seed: 4, numRuns: 200 },
  );
});
