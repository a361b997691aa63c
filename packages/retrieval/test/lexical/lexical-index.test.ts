import { readdir } from 'node:fs/promises';
import { chunkSetFromIds, chunkSetFromRanges, isCuboError } from '@cubo/contracts';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { describe, expect, test } from 'vitest';
import { createAnalyzer } from '../../src/index.ts';
import { found, open, withDirectory } from './helpers.ts';

describe('what is found', () => {
  test.each([
    ['gatto', 'I gatti dormono sul divano.'],
    ['caffe', 'Il caffè della mattina non è mai troppo.'],
    ['caffè', 'Un caffe con la panna, per favore.'],
    ['photosynthesis?', 'Plants live by photosynthesis.'],
    ['articolo', "Secondo l'articolo 3 della legge."],
    ["l'articolo", 'Gli articoli della legge sono tre.'],
    ['state-of-the-art', 'A state-of-the-art engine.'],
    ['state of the art', 'A state-of-the-art engine.'],
    ['404B', 'The part number is 404B.'],
    ['404b', 'Ersatzteil 404B/7'],
    ['§ 3 Abs. 2', 'Nach § 3 Abs. 2 gilt das nicht.'],
    ['978-0-553-41802-6', 'ISBN 978-0-553-41802-6'],
    ['東京', '私は東京都に住んでいます。'],
    ['ข้าวผัด', 'ฉันชอบกินข้าวผัดมาก'],
    ["don't", 'They don’t know.'],
    ['Straße', 'STRASSE'],
    ['zero', 'zero'],
  ])('%s finds "%s", alone in its library', (query, text) =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.add([{ id: 7, text }]);
      expect(await found(index, query)).toEqual([7]);
      await index.flush();
      expect(await found(index, query)).toEqual([7]);
      await index.close();
    }),
  );

  test('nothing, for a query without words, and in an empty index', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      expect(await found(index, 'anything')).toEqual([]);
      await index.add([
        { id: 0, text: 'The cat.', language: 'en' },
        { id: 1, text: '' },
      ]);
      for (const query of ['', '  ', '?!', '\ud800', '\0', 'the', 'dog']) expect(await found(index, query)).toEqual([]);
      expect(await found(index, 'cat', 0)).toEqual([]);
      expect(index.coverage().size).toBe(2);
      await index.close();
    }));

  test('a query of 10 000 words', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.add(
        Array.from({ length: 500 }, (_, id) => ({ id, text: `w${id} w${id + 1} common`, language: 'und' })),
      );
      await index.flush();
      const query = Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' ');
      expect((await index.search(query, { limit: 1000 })).length).toBe(500);
      await index.close();
    }));

  test('equal scores are ordered by id, whatever the order and files they came in', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      for (const id of [9, 2, 30, 4]) {
        await index.add([{ id, text: 'same words' }]);
        await index.flush();
      }
      expect(await found(index, 'words')).toEqual([2, 4, 9, 30]);
      expect(await found(index, 'words', 2)).toEqual([2, 4]);
      await index.close();
    }));

  test('the filter ranks a few chunks with the statistics of all', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.add(Array.from({ length: 50_000 }, (_, id) => ({ id, text: `word w${id % 7}`, language: 'und' })));
      await index.flush();
      const all = await index.search('w3', { limit: 50_000 });
      const filter = chunkSetFromRanges([
        [16_380, 16_390],
        [40_000, 40_007],
      ]);
      const filtered = await index.search('w3', { limit: 10, filter });
      expect(filtered.map((hit) => hit.id)).toEqual([16_383, 40_001]);
      expect(all).toEqual(expect.arrayContaining(filtered));
      await index.close();
    }));
});

describe('life cycle', () => {
  test('a refresh does not wait for a flush of the same instance, and sees what another one has flushed before', () =>
    withDirectory(async (directory) => {
      let finish = () => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let begin = () => {};
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const files: FileLayer = {
        ...nodeFileLayer,
        async create(path) {
          begin();
          await finished;
          return nodeFileLayer.create(path);
        },
      };
      const other = await open(directory);
      const index = await open(directory, { files });
      await other.add([{ id: 0, text: 'word' }]);
      await other.flush();
      await other.close();
      const refreshed = index.refresh();
      await index.add([{ id: 1, text: 'word' }]);
      const flushed = index.flush();
      await begun;
      await Promise.all([refreshed, index.refresh()]);
      expect(await found(index, 'word')).toEqual([0, 1]);
      finish();
      await flushed;
      await index.close();
    }));

  test('what the index covers is the same object until it changes', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.add([{ id: 0, text: 'word' }]);
      await index.flush();
      await index.add([{ id: 1, text: 'word' }]);
      const covered = index.coverage();
      await found(index, 'word');
      await index.refresh();
      await index.remove(chunkSetFromIds([7]));
      expect(index.coverage() === covered).toBe(true);
      await index.remove(chunkSetFromIds([1]));
      expect(index.coverage().size).toBe(1);
      await index.close();
    }));

  test('what was flushed is there after reopening; what was not is gone', () =>
    withDirectory(async (directory) => {
      const writer = await open(directory);
      await writer.add([{ id: 1, text: 'kept words' }]);
      await writer.flush();
      await writer.add([{ id: 2, text: 'lost words' }]);
      await writer.close();
      const reader = await open(directory);
      expect(await found(reader, 'words')).toEqual([1]);
      await reader.close();
    }));

  test('a reader sees a flush after refresh, also across a merge, and its searches go on meanwhile', () =>
    withDirectory(async (directory) => {
      const writer = await open(directory);
      await writer.add([{ id: 0, text: 'word' }]);
      await writer.flush();
      const reader = await open(directory);
      for (let id = 1; id < 20; id++) {
        await writer.add([{ id, text: 'word' }]);
        await writer.flush();
      }
      expect(writer.stats().segments).toBeLessThan(10);
      expect(await found(reader, 'word', 50)).toEqual([0]);
      const running = reader.search('word', { limit: 50 });
      await reader.refresh();
      expect((await running).length).toBe(1);
      expect((await found(reader, 'word', 50)).length).toBe(20);
      await writer.remove(chunkSetFromIds([3]));
      await writer.flush();
      await reader.refresh();
      expect(await found(reader, 'word', 50)).not.toContain(3);
      await Promise.all([reader.close(), writer.close()]);
    }));

  test('many small flushes stay few files, and removed files leave the disk', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      for (let id = 0; id < 200; id++) {
        await index.add([{ id, text: `text number n${id}` }]);
        await index.flush();
      }
      expect(index.stats().segments).toBeLessThanOrEqual(16);
      expect((await readdir(directory)).length).toBe(index.stats().segments + 1);
      expect(await found(index, 'n137')).toEqual([137]);
      await index.remove(chunkSetFromRanges([[0, 200]]));
      await index.flush();
      expect(index.stats()).toEqual({ chunks: 0, bytes: 0, segments: 0 });
      expect(await readdir(directory)).toEqual(['manifest.json']);
      await index.close();
    }));

  test('a file of which more than half is removed is written anew', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.add(Array.from({ length: 100 }, (_, id) => ({ id, text: `secret${id} word` })));
      await index.flush();
      const before = index.stats().bytes;
      await index.remove(chunkSetFromRanges([[0, 60]]));
      await index.flush();
      expect(index.stats().bytes).toBeLessThan(before * 0.6);
      expect((await found(index, 'word', 100)).length).toBe(40);
      await index.close();
    }));

  test('the buffer is written by itself when it is full', () =>
    withDirectory(async (directory) => {
      const index = await open(directory, { bufferBytes: 100_000 });
      await index.add(Array.from({ length: 5000 }, (_, id) => ({ id, text: `word${id} text` })));
      expect(index.stats().bytes).toBeGreaterThan(0);
      expect((await index.search('text', { limit: 5000 })).length).toBe(5000);
      await index.close();
    }));

  test('searches while adding, flushing and merging each see one state', () =>
    withDirectory(async (directory) => {
      const index = await open(directory, { bufferBytes: 50_000 });
      const adding = (async () => {
        for (let id = 0; id < 3000; id += 10) {
          await index.add(Array.from({ length: 10 }, (_, i) => ({ id: id + i, text: `word w${id + i}` })));
          if (id % 100 === 0) await index.flush();
        }
      })();
      let done = false;
      const finished = adding.then(() => {
        done = true;
      });
      while (!done) {
        const ids = (await index.search('word', { limit: 5000 })).map((hit) => hit.id).sort((a, b) => a - b);
        expect(ids).toEqual(ids.map((_, i) => i));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await finished;
      expect((await index.search('word', { limit: 5000 })).length).toBe(3000);
      await index.close();
    }));
});

describe('arguments', () => {
  test.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])('a buffer of %d bytes is refused', (bufferBytes) =>
    withDirectory(async (directory) => {
      await expect(open(directory, { bufferBytes })).rejects.toThrow(/option bufferBytes is/);
    }),
  );

  test('bad ones are refused, and nothing of the batch is added', () =>
    withDirectory(async (directory) => {
      const isBad = (error: unknown) => isCuboError(error, 'CUBO_BAD_ARGUMENT');
      await expect(open(directory, { parameters: { k1: -1 } })).rejects.toSatisfy(isBad);
      await expect(open(directory, { parameters: { b: 2 } })).rejects.toSatisfy(isBad);
      const index = await open(directory);
      for (const id of [-1, 1.5, Number.NaN, 2 ** 53]) {
        await expect(
          index.add([
            { id: 1, text: 'good' },
            { id, text: 'bad' },
          ]),
        ).rejects.toSatisfy(isBad);
      }
      for (const limit of [-1, 1.5, Number.NaN]) await expect(index.search('x', { limit })).rejects.toSatisfy(isBad);
      expect(index.coverage().size).toBe(0);
      await index.close();
    }));

  test('a signal aborts', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      const signal = AbortSignal.abort();
      await expect(index.add([{ id: 1, text: 'word' }], { signal })).rejects.toThrow(/abort/i);
      await expect(index.search('word', { limit: 1, signal })).rejects.toThrow(/abort/i);
      const large = Array.from({ length: 20_000 }, (_, id) => ({ id, text: `some words number ${id}` }));
      await expect(index.add(large, { signal: AbortSignal.timeout(30) })).rejects.toThrow(/abort|timeout/i);
      expect(index.coverage().size).toBeLessThan(20_000);
      expect((await found(index, 'words')).length).toBeGreaterThan(0);
      await index.close();
    }));

  test('after close it says so', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.close();
      await index.close();
      const isClosed = (error: unknown) => isCuboError(error, 'CUBO_LIBRARY_CLOSED');
      await expect(index.search('x', { limit: 1 })).rejects.toSatisfy(isClosed);
      await expect(index.add([])).rejects.toSatisfy(isClosed);
      await expect(index.flush()).rejects.toSatisfy(isClosed);
    }));

  test('an index of another analysis is refused', () =>
    withDirectory(async (directory) => {
      const index = await open(directory);
      await index.add([{ id: 1, text: 'word' }]);
      await index.flush();
      await index.close();
      await expect(open(directory, { analyzer: { ...createAnalyzer(), fingerprint: 'other@1' } })).rejects.toSatisfy(
        (error) => isCuboError(error, 'CUBO_INDEX_CORRUPT'),
      );
    }));
});
