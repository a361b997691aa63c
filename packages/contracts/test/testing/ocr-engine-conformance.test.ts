import { describe, expect, test } from 'vitest';
import type { OcrEngine, OcrImage } from '../../src/index.ts';
import { ocrEngineConformance, scriptedOcr } from '../../src/testing/index.ts';

const image: OcrImage = { kind: 'image', mediaType: 'image/png', bytes: Uint8Array.of(1) };
const empty: OcrImage = { ...image, bytes: new Uint8Array(0) };
const blank: OcrImage = { ...image, bytes: Uint8Array.of(2) };

const honest = () => scriptedOcr({ script: ({ bytes }) => (bytes[0] === 2 ? '' : ['The lease', 'ends in May']) });

const checksOf = (create: () => OcrEngine) =>
  ocrEngineConformance({
    create,
    examples: [{ name: 'a lease', image, words: ['LEASE', 'May'], size: [200, 100] }],
    blank,
    damaged: empty,
  });

describe('a scripted engine keeps the contract', () => {
  for (const check of checksOf(honest)) test(check.name, check.run);
});

describe('an engine that does not', () => {
  test.each<[what: string, breaks: (engine: OcrEngine) => Partial<OcrEngine>, check: string]>([
    ['has no id', () => ({ id: ' ' }), 'describes itself'],
    ['reads something else', () => scriptedOcr({ script: 'May the lease' }), 'reads a lease'],
    [
      'counts boxes from nowhere',
      (engine) => ({
        async recognize(given, options) {
          const result = await engine.recognize(given, options);
          return { ...result, lines: result.lines.map((line) => ({ ...line, box: [0, 0, 500, 10] })) };
        },
      }),
      'reads a lease',
    ],
    [
      'is sure beyond measure',
      (engine) => ({
        recognize: async (given, options) => ({ ...(await engine.recognize(given, options)), confidence: 95 }),
      }),
      'reads a lease',
    ],
    [
      'reads text in blank images',
      (engine) => ({ recognize: (given, options) => engine.recognize(given.bytes[0] === 2 ? image : given, options) }),
      'finds no text where there is none',
    ],
    [
      'takes the bytes away',
      (engine) => ({
        async recognize(given, options) {
          given.bytes.fill(9);
          return engine.recognize(given, options);
        },
      }),
      'does not touch the bytes it is given',
    ],
    [
      'passes over damage',
      (engine) => ({ recognize: (given, options) => engine.recognize(given === empty ? image : given, options) }),
      'refuses a damaged image, and reads the next one',
    ],
    ['does not listen', (engine) => ({ recognize: (given) => engine.recognize(given) }), 'honours an aborted signal'],
    ['goes on after it was closed', () => ({ close: async () => {} }), 'can be closed twice, and refuses to read then'],
  ])('%s is found out', async (_, breaks, name) => {
    const broken = () => {
      const engine = honest();
      return { ...engine, ...breaks(engine) };
    };
    image.bytes.set([1]);
    const check = checksOf(broken).find((candidate) => candidate.name === name);
    await expect(check?.run()).rejects.toThrow();
    image.bytes.set([1]);
  });
});
