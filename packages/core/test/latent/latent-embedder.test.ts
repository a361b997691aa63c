import { isCuboError } from '@cubo/contracts';
import { trainableEmbedderConformance } from '@cubo/contracts/testing';
import { createAnalyzer } from '@cubo/retrieval';
import { describe, expect, test } from 'vitest';
import { type LatentEmbedderOptions, latentEmbedder } from '../../src/embedders/latent/index.ts';
import { similarity, stream, temporaryDirectory, zipfTexts } from './fixture.ts';

const analyzer = createAnalyzer();
const train = (texts: Iterable<string>, options: Partial<LatentEmbedderOptions> = {}) =>
  latentEmbedder({ analyzer, ...options }).fit(stream(texts));

const isZero = (vector: Float32Array) => vector.every((value) => value === 0);

describe('latentEmbedder conformance', () => {
  for (const check of trainableEmbedderConformance({
    create: () => latentEmbedder({ analyzer }),
    temporaryDirectory,
  })) {
    test(check.name, check.run);
  }
});

/** Processor time of this thread so far where Node tells it, else of the process: other programs do not count. */
function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

describe('latentEmbedder', () => {
  test('has another configuration with any other setting', () => {
    const variants: Partial<LatentEmbedderOptions>[] = [
      {},
      { dimensions: 64 },
      { maximumTerms: 1000 },
      { maximumSample: 1000 },
      { seed: 2 },
      { analyzer: { ...analyzer, fingerprint: 'other@2' } },
    ];
    const configurations = variants.map((options) => latentEmbedder({ analyzer, ...options }).configuration);
    expect(new Set(configurations).size).toBe(variants.length);
    expect(latentEmbedder({ analyzer, dimensions: 256 }).configuration).toBe(configurations[0]);
  });

  test('finds texts that share no word with the query but go with words that do', async () => {
    const ships = [
      'The harbour shelters ships.',
      'Ships need an anchor.',
      'An anchor holds in the harbour.',
      'Sailors lift the anchor of ships.',
    ];
    const fruit = [
      'The orchard bears apples.',
      'Apples become cider.',
      'Cider comes from the orchard.',
      'Pickers press apples to cider.',
    ];
    const embedder = await train([...ships, ...fruit], { dimensions: 2 });
    const [harbour, orchard] = await embedder.embedDocuments(['harbour', 'orchard']);
    const query = await embedder.embedQuery('sailors');
    // Two dimensions hold a part of the query; in this part it points where the ships are.
    const length = Math.hypot(...query);
    expect(length).toBeGreaterThan(0.1);
    expect(length).toBeLessThan(0.9);
    expect(similarity(query, harbour as Float32Array) / length).toBeGreaterThan(0.9);
    expect(similarity(query, orchard as Float32Array) / length).toBeLessThan(0.1);
  });

  test('ranks like TF-IDF cosine where the dimensions are enough for every text', async () => {
    const texts = zipfTexts(40, { words: 30, vocabulary: 300 });
    const embedder = await train(texts);
    const vectors = await embedder.embedDocuments(texts);
    const gram = tfidfCosines(texts);
    for (const [i, a] of vectors.entries()) {
      for (const [j, b] of vectors.entries()) expect(similarity(a, b)).toBeCloseTo(gram[i]?.[j] as number, 2);
    }
  });

  test.each([
    ['one text', ['the harbour and the ships']],
    ['two texts', ['the harbour and the ships', 'the orchard and its apples']],
    ['three texts', ['the harbour and the ships', 'the orchard and its apples', 'a quarry of granite']],
    ['identical texts', new Array(50).fill('the harbour and the ships')],
    ['a text between empty ones', ['', 'the harbour and the ships', '', '']],
  ])('works for %s', async (_, texts) => {
    const embedder = await train(texts);
    for (const text of texts) {
      const [vector] = (await embedder.embedDocuments([text])) as [Float32Array];
      expect(vector.length).toBe(256);
      if (text === '') {
        expect(isZero(vector)).toBe(true);
        continue;
      }
      expect(similarity(vector, vector)).toBeCloseTo(1, 5);
      expect(similarity(vector, await embedder.embedQuery(text))).toBeCloseTo(1, 5);
    }
    expect(isZero(await embedder.embedQuery('zebra'))).toBe(true);
  });

  test.each([
    ['no texts', []],
    ['empty texts', ['', '', '']],
    ['texts without words', ['…', '?!']],
  ])('gives zero vectors after %s', async (_, texts) => {
    const embedder = await train(texts);
    expect(embedder.fingerprint).not.toBe('');
    expect((await embedder.embedDocuments(['harbour', ''])).every(isZero)).toBe(true);
    expect(isZero(await embedder.embedQuery('harbour'))).toBe(true);
    const directory = await temporaryDirectory();
    await embedder.save(directory);
    expect((await latentEmbedder({ analyzer }).restore(directory)).fingerprint).toBe(embedder.fingerprint);
  });

  test('gives bit-identical vectors from the same sample, another fingerprint from another order', async () => {
    const texts = zipfTexts(400);
    const options = { dimensions: 32 };
    const [first, second] = [await train(texts, options), await train(texts, options)];
    const reversed = await train([...texts].reverse(), options);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(await second.embedDocuments(texts.slice(0, 50))).toEqual(await first.embedDocuments(texts.slice(0, 50)));
    expect(reversed.fingerprint).not.toBe(first.fingerprint);
  });

  test('gives a query the forms its words have in every language of the sample', async () => {
    const english = ['The ships are running into the harbour today, and the harbour is running out of room.'];
    const german = ['Die Schiffe laufen heute in die Häfen ein, und in den Häfen ist es sehr voll und laut.'];
    const embedder = await train([...english, ...german]);
    const [inEnglish, inGerman] = (await embedder.embedDocuments([...english, ...german])) as [
      Float32Array,
      Float32Array,
    ];
    expect(similarity(await embedder.embedQuery('harbours'), inEnglish)).toBeGreaterThan(0.5);
    expect(similarity(await embedder.embedQuery('Hafen'), inGerman)).toBeGreaterThan(0.5);
  });

  test('reads no more of the sample than it uses', async () => {
    let read = 0;
    async function* endless() {
      for (;;) yield `text number ${read++} of many`;
    }
    const embedder = await latentEmbedder({ analyzer, maximumSample: 25 }).fit(endless());
    expect(read).toBe(25);
    expect(isZero(await embedder.embedQuery('24'))).toBe(false);
    expect(isZero(await embedder.embedQuery('25'))).toBe(true);
  });

  test('keeps the terms of most texts where there are too many', async () => {
    const texts = Array.from(
      { length: 30 },
      (_, i) => `harbour ${i % 2 === 0 ? 'ship' : 'anchor'} rare${'x'.repeat(i)}`,
    );
    const embedder = await train(texts, { maximumTerms: 3 });
    for (const kept of ['harbour', 'ship', 'anchor']) expect(isZero(await embedder.embedQuery(kept))).toBe(false);
    expect(isZero(await embedder.embedQuery('rarexx'))).toBe(true);
  });

  test('stops in the middle of a training when its signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const fitting = latentEmbedder({ analyzer }).fit(stream(zipfTexts(3000)), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    const started = performance.now();
    await expect(fitting).rejects.toBe(reason);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('leaves the event loop free while it trains and embeds', async () => {
    const texts = zipfTexts(800);
    let turns = 0;
    let longest = 0;
    let last = threadMilliseconds();
    let running = true;
    const turn = () => {
      const now = threadMilliseconds();
      longest = Math.max(longest, now - last);
      last = now;
      turns++;
      if (running) setImmediate(turn);
    };
    turn();
    const started = threadMilliseconds();
    const embedder = await train(texts);
    await embedder.embedDocuments(texts);
    running = false;
    const elapsed = threadMilliseconds() - started;
    // About ten milliseconds a turn; the bounds leave room for garbage collection.
    expect(elapsed / turns).toBeLessThan(40);
    expect(longest).toBeLessThan(250);
  });

  test('refuses settings out of range', () => {
    for (const options of [
      { dimensions: 0 },
      { dimensions: 2.5 },
      { maximumTerms: -1 },
      { maximumSample: 0 },
      { seed: -1 },
    ]) {
      let error: unknown;
      try {
        latentEmbedder({ analyzer, ...options });
      } catch (thrown) {
        error = thrown;
      }
      expect(isCuboError(error, 'CUBO_BAD_ARGUMENT')).toBe(true);
      expect(String(error)).toContain(Object.keys(options)[0]);
    }
  });

  test('refuses a sample of anything but texts', async () => {
    const error = await train([7 as unknown as string]).catch((thrown: unknown) => thrown);
    expect(isCuboError(error, 'CUBO_BAD_ARGUMENT')).toBe(true);
  });
});

/** Cosines of the TF-IDF vectors of all pairs of texts, computed by the book. */
function tfidfCosines(texts: readonly string[]): number[][] {
  const counts = texts.map((text) => {
    const terms = new Map<string, number>();
    for (const term of analyzer.analyze(text)) terms.set(term, (terms.get(term) ?? 0) + 1);
    return terms;
  });
  const frequency = (term: string) => counts.filter((terms) => terms.has(term)).length;
  const rows = counts.map((terms) => {
    const row = new Map<string, number>();
    for (const [term, count] of terms) {
      row.set(term, (1 + Math.log(count)) * (Math.log((texts.length + 1) / (frequency(term) + 1)) + 1));
    }
    const length = Math.hypot(...row.values());
    return new Map([...row].map(([term, weight]) => [term, weight / length]));
  });
  return rows.map((a) => rows.map((b) => [...a].reduce((sum, [term, weight]) => sum + weight * (b.get(term) ?? 0), 0)));
}
