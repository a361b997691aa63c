import type { InvertedFileHeader } from '../../src/inverted-file/inverted-file.ts';
import type { InvertedListReader } from '../../src/inverted-file/inverted-list-reader.ts';

export interface ScoredId {
  readonly id: number;
  readonly score: number;
}

/** All vectors of the probed lists by their approximate inner product with a query, best first. */
export async function referenceSearch(
  header: InvertedFileHeader,
  { readList }: InvertedListReader,
  query: readonly number[],
  probes: number,
): Promise<ScoredId[]> {
  const { dimensions, parts, byResidual, coarseCentroids, productCentroids } = header;
  const width = dimensions / parts;
  const product = (centroids: Float32Array, from: number, first: number, length: number) => {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += (centroids[from + i] as number) * (query[first + i] as number);
    return sum;
  };
  const lists = Array.from({ length: header.lists }, (_, list) => ({
    list,
    score: product(coarseCentroids, list * dimensions, 0, dimensions),
  }));
  const found: ScoredId[] = [];
  for (const { list, score } of lists.sort((a, b) => b.score - a.score).slice(0, probes)) {
    const { codes, ids } = await readList(list);
    for (const [row, id] of ids.entries()) {
      let sum = byResidual ? score : 0;
      for (let part = 0; part < parts; part++) {
        const code = codes[row * parts + part] as number;
        sum += product(productCentroids, (part * 256 + code) * width, part * width, width);
      }
      found.push({ id, score: sum });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}
