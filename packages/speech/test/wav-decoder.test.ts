import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wavDecoder } from '../src/decoding/wav-decoder.ts';
import { type WavKind, wavBytes } from './helpers/wav-bytes.ts';

const noise = (length: number, seed = 1) =>
  Float32Array.from({ length }, (_, i) => Math.sin((i + seed) * (i + seed) * 0.37) * 0.9);

function sourceOf(parts: readonly Uint8Array[]) {
  return {
    uri: 'memory:a.wav',
    name: 'a.wav',
    async *open() {
      yield* parts;
    },
  };
}

async function decode(parts: readonly Uint8Array[]) {
  const channels: number[][] = [];
  let sampleRate: number | undefined;
  for await (const stretch of wavDecoder.decode(sourceOf(parts))) {
    sampleRate = stretch.sampleRate;
    for (const [i, samples] of stretch.channels.entries()) {
      channels[i] ??= [];
      for (const sample of samples) channels[i].push(sample);
    }
  }
  return { sampleRate, channels };
}

describe('WAV', () => {
  test.each<[string, WavKind, number]>([
    ['8 bits', { bits: 8 }, 2 ** -7],
    ['16 bits', { bits: 16 }, 2 ** -15],
    ['16 bits, extensible', { bits: 16, isExtensible: true }, 2 ** -15],
    ['24 bits', { bits: 24 }, 2 ** -23],
    ['32 bits', { bits: 32 }, 2 ** -23],
    ['floats of 32 bits', { bits: 32, isFloat: true }, 0],
    ['floats of 64 bits, extensible', { bits: 64, isFloat: true, isExtensible: true }, 0],
    ['with other chunks of odd sizes', { bits: 16, extra: new Uint8Array(7).fill(65) }, 2 ** -15],
  ])('%s', async (_name, kind, error) => {
    const given = [noise(50_000), noise(50_000, 7)];
    const { sampleRate, channels } = await decode([wavBytes(given, { ...kind, sampleRate: 44_100 })]);
    expect(sampleRate).toBe(44_100);
    expect(channels.map(({ length }) => length)).toEqual([50_000, 50_000]);
    for (const [channel, samples] of given.entries()) {
      const worst = samples.reduce((most, sample, i) => {
        return Math.max(most, Math.abs(sample - (channels[channel]?.[i] ?? Number.NaN)));
      }, 0);
      expect(worst).toBeLessThanOrEqual(error);
    }
  });

  test.each([32, 64] as const)('floats of %i bits that are no sound are silence, or full scale', async (bits) => {
    const given = Float32Array.of(0.5, Number.NaN, Number.POSITIVE_INFINITY, -0.5, 3e38, -7);
    const { channels } = await decode([wavBytes([given], { bits, isFloat: true })]);
    expect(channels).toEqual([[0.5, 0, 0, -0.5, 1, -1]]);
  });

  test('however its bytes arrive', async () => {
    const bytes = wavBytes([noise(400), noise(400, 5)], { bits: 24, extra: new Uint8Array(5) });
    const whole = await decode([bytes]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts, bytes.length].sort((a, b) => a - b);
        const parts = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        expect(await decode(parts)).toEqual(whole);
      }),
      { numRuns: 100, seed: 11 },
    );
  });

  test.each([
    ['was never filled in', 0],
    ['stands for "not known"', 0xffffffff],
    ['is more than there is', 4000],
  ])('whose size %s goes to its end', async (_what, dataSize) => {
    const { channels } = await decode([wavBytes([noise(300)], { bits: 16, dataSize })]);
    expect(channels[0]).toHaveLength(300);
  });

  test('with less data than the file has ends there', async () => {
    const { channels } = await decode([wavBytes([noise(300)], { bits: 16, dataSize: 200 })]);
    expect(channels[0]).toHaveLength(100);
  });

  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['is something else', () => Buffer.from('this is a text, and no recording at all')],
    ['is empty', () => new Uint8Array(0)],
    ['ends within its header', (bytes) => bytes.subarray(0, 30)],
    ['has a codec', (bytes) => Uint8Array.from(bytes, (byte, i) => (i === 20 ? 0x55 : byte))],
    ['has no channels', (bytes) => Uint8Array.from(bytes, (byte, i) => (i === 22 ? 0 : byte))],
    ['has 65 535 channels', (bytes) => Uint8Array.from(bytes, (byte, i) => (i === 22 || i === 23 ? 255 : byte))],
    ['has no sample rate', (bytes) => Uint8Array.from(bytes, (byte, i) => (i >= 24 && i < 28 ? 0 : byte))],
    ['has samples of 12 bits', (bytes) => Uint8Array.from(bytes, (byte, i) => (i === 34 ? 12 : byte))],
  ])('that %s is refused', async (_what, change) => {
    const bytes = change(wavBytes([noise(10)], { bits: 16 }));
    await expect(decode([bytes])).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID', path: 'memory:a.wav' });
  });

  test('of any bytes is decoded or refused', async () => {
    const bytes = wavBytes([noise(40)], { bits: 16 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const changed = Uint8Array.from(bytes, (given, i) => (i === at ? byte : given));
        const outcome = await decode([changed]).catch((error: unknown) => (error as { code: string }).code);
        if (typeof outcome === 'string') expect(outcome).toBe('CUBO_FORMAT_INVALID');
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});
