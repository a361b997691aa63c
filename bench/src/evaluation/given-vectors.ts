import { stat } from 'node:fs/promises';
import { CuboError, indexedText } from '@cubo/contracts';
import type { Embedder } from '@cubo/core';
import { readRows as readVectors } from '../../peers/serve.mjs';
import type { Dataset, Row } from '../datasets/index.ts';
import { normalize } from '../vectors/synthetic-vectors.ts';
import { realDimensions, realFiles, realSetNames } from '../vectors/vector-set.ts';

/**
 * The names of the sets in a folder that have vectors there.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND` when it holds none
 */
export function givenVectorNames(folder: string): string[] {
  const names = realSetNames(folder);
  if (names.length > 0) return names;
  throw new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `The folder ${folder} does not exist or holds no vectors.`,
    remedy: 'Give with --vectors a folder of <set>.corpus.use.f32 and <set>.queries.use.f32.',
    path: folder,
  });
}

/**
 * An embedder that knows the texts of a set and nothing else: their vectors stand in files of a folder, in the order of
 * the set's own files.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when a file has another number of vectors than the set has texts
 */
export async function givenVectors(folder: string, dataset: Dataset): Promise<Embedder> {
  const files = realFiles(folder, dataset.name);
  const documents = await lookUp(files.corpus, dataset.documents(), ({ text, title }) =>
    indexedText({ text, title, kind: 'prose', locator: { kind: 'characters', start: 0, end: text.length } }),
  );
  const queries = await lookUp(files.queries, dataset.questions(), ({ text }) => text);
  return {
    id: 'given',
    fingerprint: `given:${dataset.name}`,
    dimensions: realDimensions,
    // Among several texts there would be one of Cubo's own, to check their order: it has no vector here.
    maxBatch: 1,
    embedDocuments: async (texts) => texts.map(documents),
    embedQuery: async (text) => queries(text),
  };
}

/** Finds the vector of a text, a new copy each time. */
async function lookUp(
  file: string,
  rows: AsyncIterable<Row>,
  textOf: (row: Row) => string,
): Promise<(text: string) => Float32Array> {
  const held = (await stat(file)).size / (4 * realDimensions);
  const vectors = Number.isInteger(held) ? readVectors(file, realDimensions) : [];
  const byText = new Map<string, Float32Array>();
  const titles = new Map<string, string>();
  let number = 0;
  for await (const row of rows) {
    const vector = vectors[number++];
    if (vector === undefined) continue;
    const key = withoutSpace(textOf(row));
    if (byText.has(key)) continue;
    normalize(vector);
    byText.set(key, vector);
    titles.set(key, withoutSpace(row.title ?? ''));
  }
  if (number !== held) {
    throw new CuboError({
      code: 'CUBO_FORMAT_INVALID',
      message: `${file} holds ${held} vectors of ${realDimensions} dimensions for ${number} texts.`,
      remedy: 'Make the vectors of all texts anew, in the order of their file.',
      path: file,
    });
  }
  /** A very long document comes in several pieces, each with the title: they have the vector of the whole. */
  function wholeOf(piece: string): string | undefined {
    return [...titles.keys()].find((whole) => {
      const title = titles.get(whole) as string;
      return piece.startsWith(title) && whole.includes(piece.slice(title.length).trim(), title.length);
    });
  }
  return (text) => {
    const key = withoutSpace(text);
    const vector = byText.get(key) ?? byText.get(wholeOf(key) ?? '');
    if (vector) return vector.slice();
    throw new CuboError({
      code: 'CUBO_FORMAT_INVALID',
      message: `${file} holds no vector of the text that begins "${text.slice(0, 60)}".`,
      remedy: 'Vectors belong to whole documents and queries; make them anew for these ones.',
      path: file,
    });
  };
}

/** White space at the ends is not part of a chunk. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
