import { readFileSync } from 'node:fs';
import { isCuboError } from '@cubo/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { invertedListReader } from '../../src/inverted-file/inverted-list-reader.ts';
import { readInvertedFileHeader } from '../../src/inverted-file/read-inverted-file-header.ts';
import { writeInvertedFile } from '../../src/inverted-file/write-inverted-file.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type FaissSearch, faiss, faissMissing } from './faiss.ts';
import { makeContent, withFile, writeContent } from './inverted-files.ts';
import { referenceSearch } from './reference-search.ts';

const optional = { trailer: 'optional' } as const;

/** FAISS sums float32 numbers, the reference search float64 ones: closer scores may stand in either order. */
const rounding = 2e-5;

/** Compares what FAISS found in a file with what a search over our reader finds. */
async function expectSameResults(
  path: string,
  queries: readonly (readonly number[])[],
  searches: readonly FaissSearch[],
): Promise<void> {
  await withFile(path, async (file) => {
    const header = await readInvertedFileHeader(file, optional);
    const lists = invertedListReader(file, header);
    let compared = 0;
    for (const { probes, ids, scores } of searches) {
      for (const [q, query] of queries.entries()) {
        const ours = await referenceSearch(header, lists, query, probes);
        const scoreOf = new Map(ours.map(({ id, score }) => [id, score]));
        const theirs = (ids[q] as readonly number[]).filter((id) => id !== -1);
        expect(theirs).toHaveLength(Math.min(10, ours.length));
        expect(new Set(theirs).size).toBe(theirs.length);
        for (const [rank, id] of theirs.entries()) {
          const expected = ours[rank] as { id: number; score: number };
          expect(Math.abs((scoreOf.get(id) ?? Number.NaN) - (scores[q]?.[rank] as number))).toBeLessThan(rounding);
          if (id !== expected.id) {
            expect(Math.abs((scoreOf.get(id) as number) - expected.score)).toBeLessThan(rounding);
          }
          compared++;
        }
      }
    }
    expect(compared > 0).toBe(header.vectors > 0);
  });
}

/** Python takes seconds to start on a busy machine. */
const patience = { timeout: 120_000 };

interface MadeFile {
  readonly name: string;
  readonly path: string;
  readonly queries: readonly (readonly number[])[];
  readonly searches: readonly FaissSearch[];
  readonly counted: number;
  readonly vectors: number;
  readonly lists: number;
  readonly residual: boolean;
}

describe('a file that FAISS wrote', patience, () => {
  let made: readonly MadeFile[] = [];
  beforeAll(() => {
    if (!faissMissing) made = faiss('make', { directory: temporaryDirectory() });
  }, patience.timeout);

  test.for([
    'residual',
    'not by residual',
    'sparse',
    'one list',
    'no vectors',
    'own ids',
    'removed ids',
    'a vector that is not a number',
  ])('is read with the same results: %s', async (name, { skip }) => {
    skip(faissMissing !== undefined, faissMissing);
    const file = made.find((each) => each.name === name) as MadeFile;
    const header = await withFile(file.path, (opened) => readInvertedFileHeader(opened, optional));
    expect(header).toMatchObject({ lists: file.lists, vectors: file.vectors, probes: 3, byResidual: file.residual });
    expect(header.trailer).toBe(undefined);
    // FAISS counts a vector that it put into no list.
    expect(file.counted - file.vectors).toBe(name === 'a vector that is not a number' ? 1 : 0);
    await expectSameResults(file.path, file.queries, file.searches);
  });

  test('is written again to the same bytes, with a trailer behind them', async ({ skip }) => {
    skip(faissMissing !== undefined, faissMissing);
    for (const { name, path } of made.filter(({ counted, vectors }) => counted === vectors)) {
      const copy = await withFile(path, async (file) => {
        const header = await readInvertedFileHeader(file, optional);
        const { readList } = invertedListReader(file, header);
        return writeContent({ ...header, readList, description: {} });
      });
      const original = readFileSync(path);
      expect(original.equals(readFileSync(copy).subarray(0, original.length)), name).toBe(true);
    }
  });

  test('is refused with a reason if it holds something else', async ({ skip }) => {
    skip(faissMissing !== undefined, faissMissing);
    const reasons: Record<string, RegExp> = {
      l2: /metric 1/,
      'l2 quantizer': /coarse quantizer "IxF2"/,
      'hnsw quantizer': /coarse quantizer "IHNf"/,
      '4 bits': /codes of 4 bits/,
      '6 bits': /codes of 6 bits/,
      refined: /begins with "IwQR"/,
      'direct map 1': /direct map/,
      'direct map 2': /direct map/,
      untrained: /not trained/,
      rotated: /begins with "IxPT"/,
      'IVF4,Flat': /begins with "IwFl"/,
      'IVF4,SQ8': /begins with "IwSq"/,
      'IVF4,PQ2x4fs': /begins with "IwPf"/,
      PQ2x8: /begins with "IxPq"/,
      Flat: /begins with "IxFI"/,
      HNSW8: /begins with "IHNf"/,
      'IDMap,Flat': /begins with "IxMp"/,
      'negative id': /impossible id in list \d/,
      'id beyond all': /impossible id in list \d/,
      'lists elsewhere': /inverted lists "ilod"/,
      'no lists': /inverted lists "il00"/,
    };
    const foreign = faiss<{ name: string; path: string }[]>('foreign', { directory: temporaryDirectory() });
    expect(foreign.map(({ name }) => name).sort()).toEqual(Object.keys(reasons).sort());
    for (const { name, path } of foreign) {
      const error = await withFile(path, async (file) => {
        const header = await readInvertedFileHeader(file, optional);
        const { readList } = invertedListReader(file, header);
        for (let list = 0; list < header.lists; list++) await readList(list);
      }).catch((reason: unknown) => reason);
      expect(isCuboError(error, 'CUBO_INDEX_CORRUPT'), `${name}: ${String(error)}`).toBe(true);
      expect(error).toMatchObject({ path, message: expect.stringMatching(reasons[name] as RegExp) });
    }
  });
});

describe('a file of ours', patience, () => {
  const ids = Array.from({ length: 400 }, (_, i) => i * 7);
  const spread = (lists: number) =>
    Array.from({ length: lists }, (_, list) => ids.filter((id) => ((id * id + id) % 97) % lists === list));

  test.for([
    ['full sizes', { parts: 4, width: 3, lists: spread(9), probes: 4 }],
    ['not by residual', { parts: 8, width: 1, lists: spread(9), byResidual: false }],
    ['sparse sizes', { parts: 4, width: 2, lists: [[], [], ids, [], [2 ** 53 - 1], [], []] }],
    ['one list', { parts: 4, width: 2, lists: [ids] }],
    ['no vectors', { parts: 2, width: 2, lists: [[], [], []] }],
  ] as const)('is searched by FAISS with the same results: %s', async ([, shape], { skip }) => {
    skip(faissMissing !== undefined, faissMissing);
    const content = makeContent({ ...shape, description: { a: 'trailer that FAISS does not look at' } });
    const path = await writeContent(content);
    const queries = randomVectors(12, content.dimensions, 3).map((vector) => [...vector]);
    const probes = [1, 2, shape.lists.length];
    interface Found {
      counted: number;
      probes: number;
      searches: FaissSearch[];
    }
    for (const found of faiss<Found[]>('search', { path, queries, probes, k: 10 })) {
      expect(found.counted).toBe(shape.lists.flat().length);
      expect(found.probes).toBe(content.probes);
      await expectSameResults(path, queries, found.searches);
    }
  });

  test('is written again by FAISS to the same bytes, without the trailer', async ({ skip }) => {
    skip(faissMissing !== undefined, faissMissing);
    const paths: string[] = [];
    for (const lists of [spread(5), [[], [1, 2], [], []], [[], []]]) {
      paths.push(await writeContent(makeContent({ parts: 3, width: 2, lists, probes: 2 })));
    }
    faiss('rewrite', { paths });
    for (const path of paths) {
      const original = readFileSync(path);
      const theirs = readFileSync(`${path}.rewritten`);
      expect(theirs.length).toBeLessThan(original.length);
      expect(theirs.equals(original.subarray(0, theirs.length))).toBe(true);
      expect(original.toString('latin1', theirs.length, theirs.length + 8)).toBe('CUBOIVF\0');
    }
  });
});

// Made by the job `fixtures` of faiss-jobs.py, so that a machine without FAISS compares with it, too.
test.each([
  ['full', { lists: 4, vectors: 20, byResidual: true }],
  ['sparse', { lists: 9, vectors: 3, byResidual: false }],
])('reads and writes a small file of FAISS 1.7.3: %s', async (name, expected) => {
  const path = new URL(`./fixtures/faiss-1.7.3-${name}.ivfpq`, import.meta.url).pathname;
  const original = readFileSync(path);
  await withFile(path, async (file) => {
    const header = await readInvertedFileHeader(file, optional);
    expect(header).toMatchObject({ ...expected, dimensions: 2, parts: 2, probes: 2, trailer: undefined });
    const { readList } = invertedListReader(file, header);
    const ids: number[] = [];
    for (let list = 0; list < header.lists; list++) ids.push(...(await readList(list)).ids);
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: expected.vectors }, (_, i) => i * 1000 + 7));
    const pieces: Uint8Array[] = [];
    const sink = {
      async write(bytes: Uint8Array) {
        pieces.push(Uint8Array.from(bytes));
      },
    };
    await writeInvertedFile(sink, { ...header, readList, description: {} });
    expect(original.equals(Buffer.concat(pieces).subarray(0, original.length))).toBe(true);
  });
});
