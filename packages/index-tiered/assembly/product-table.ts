import { fourSums, Products } from './pairs-of-rows';

/** Centroids of a part. */
const centroidsPerPart: usize = 256;

export function productTable(query: usize, centroids: usize, parts: usize, width: usize, table: usize): void {
  const stride = width << 2;
  let part = query;
  let centroid = centroids;
  let entry = table;
  for (let m: usize = 0; m < parts; m++) {
    for (let c: usize = 0; c < centroidsPerPart; c += 4) {
      v128.store(entry, fourSums<Products>(part, centroid, width));
      centroid += stride << 2;
      entry += 16;
    }
    part += stride;
  }
}
