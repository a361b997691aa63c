import assert from 'node:assert/strict';
import type { OcrEngine, OcrImage, OcrResult } from '../models/ocr-engine.ts';
import { assertAborts } from './assert-aborts.ts';
import { assertCuboError } from './assert-cubo-error.ts';
import type { ConformanceCheck } from './conformance-check.ts';

/** An image that an engine under test can read. */
export interface OcrExample {
  /** What it is, for the names of the checks. */
  readonly name: string;
  readonly image: OcrImage;
  /** Words that must be read, in this order; their case and what stands between them do not matter. */
  readonly words: readonly string[];
  /** Width and height that all boxes must lie within: points of the page, pixels of the image. */
  readonly size?: readonly [width: number, height: number] | undefined;
}

/** What {@link ocrEngineConformance} needs. */
export interface OcrEngineConformanceOptions {
  /** Makes the engine under test; called anew for each check, and closed after it. */
  create(): OcrEngine | Promise<OcrEngine>;
  /** At least one image with text. */
  readonly examples: readonly OcrExample[];
  /** An image that holds no text. */
  readonly blank?: OcrImage | undefined;
  /** An image that it must refuse: truncated, not an image. Default: a PNG that ends after its first bytes. */
  readonly damaged?: OcrImage | undefined;
}

const cutPng: OcrImage = {
  kind: 'image',
  mediaType: 'image/png',
  bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0),
};

/** The checks that every {@link OcrEngine} must pass. */
export function ocrEngineConformance(options: OcrEngineConformanceOptions): ConformanceCheck[] {
  const { create, examples, blank, damaged = cutPng } = options;
  const [first] = examples;
  assert.ok(first, 'ocrEngineConformance needs at least one example');
  const check = (name: string, run: (engine: OcrEngine) => Promise<void>): ConformanceCheck => ({
    name,
    async run() {
      const engine = await create();
      try {
        await run(engine);
      } finally {
        await engine.close();
      }
    },
  });
  return [
    check('describes itself', async ({ id, mediaTypes }) => {
      assert.ok(id.trim() !== '', 'the id is empty');
      for (const mediaType of mediaTypes) assert.match(mediaType, /^image\/[^/\s]+$/, `${mediaType} is no image type`);
    }),
    ...examples.map((example) =>
      check(`reads ${example.name}`, async (engine) => assertResult(await engine.recognize(example.image), example)),
    ),
    check('reads several images at the same time, and gives each its own', async (engine) => {
      const twice = [...examples, ...examples];
      const results = await Promise.all(twice.map(({ image }) => engine.recognize(image)));
      for (const [index, example] of twice.entries()) assertResult(results[index] as OcrResult, example);
    }),
    check('gives the same result again', async (engine) => {
      assert.deepEqual(await engine.recognize(first.image), await engine.recognize(first.image));
    }),
    check('reads on where it has no data for a language', async (engine) => {
      assertResult(await engine.recognize(first.image, { languages: ['zxx', 'not a tag'] }), first);
    }),
    ...(blank === undefined
      ? []
      : [
          check('finds no text where there is none', async (engine) => {
            const { lines, confidence } = await engine.recognize(blank);
            assert.deepEqual(lines, [], 'it read text in a blank image');
            assert.equal(confidence, 0, 'the confidence of nothing must be 0');
          }),
        ]),
    check('refuses a damaged image, and reads the next one', async (engine) => {
      await assertCuboError(() => engine.recognize(damaged), 'a damaged image');
      assertResult(await engine.recognize(first.image), first);
    }),
    check('does not touch the bytes it is given', async (engine) => {
      const before = Uint8Array.from(first.image.bytes);
      await engine.recognize(first.image);
      assert.deepEqual(Uint8Array.from(first.image.bytes), before, 'the bytes have changed, or were taken away');
    }),
    check('honours an aborted signal', (engine) =>
      assertAborts((signal) => engine.recognize(first.image, { signal }), 'recognize()'),
    ),
    check('can be closed twice, and refuses to read then', async (engine) => {
      await engine.close();
      await engine.close();
      await assertCuboError(() => engine.recognize(first.image), 'recognize() after close()');
    }),
  ];
}

function assertResult({ lines, confidence, languages }: OcrResult, { name, words, size }: OcrExample): void {
  assertShare(confidence, `${name}: the confidence`);
  for (const tag of languages) assert.doesNotThrow(() => new Intl.Locale(tag), `${name}: ${tag} is not a BCP 47 tag`);
  for (const line of lines) {
    const what = `${name}: the line ${JSON.stringify(line.text)}`;
    assert.ok(line.text.trim() !== '' && !/[\r\n]/.test(line.text), `${what} is empty or more than a line`);
    assertShare(line.confidence, `${what}: its confidence`);
    const [x0, y0, x1, y1] = line.box;
    assert.ok(line.box.every(Number.isFinite) && x0 <= x1 && y0 <= y1, `${what}: the box ${line.box} is none`);
    if (size === undefined) continue;
    // A line may reach half a pixel beyond the page where it is rounded.
    const within = x0 >= -1 && y0 >= -1 && x1 <= size[0] + 1 && y1 <= size[1] + 1;
    assert.ok(within, `${what}: the box ${line.box} is not within ${size}`);
  }
  if (lines[0] !== undefined)
    assert.equal(lines[0].startsParagraph, true, `${name}: the first line starts a paragraph`);
  const text = lines.map((line) => line.text.toLowerCase()).join(' ');
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word.toLowerCase(), from);
    assert.ok(
      at >= 0,
      `${name}: ${JSON.stringify(word)} was not read, or not in its place, in ${JSON.stringify(text)}`,
    );
    from = at + word.length;
  }
}

function assertShare(value: number, name: string): void {
  assert.ok(value >= 0 && value <= 1, `${name} must be between 0 and 1, it is ${value}`);
}
