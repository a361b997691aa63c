import type { Chunker } from '@cubo/contracts';
import type { RecursiveChunkerOptions } from './recursive-chunker.ts';
import type { SentenceChunkerOptions } from './sentence-chunker.ts';

/** What a chunker of Cubo was made with: plain data, from which another thread can make the same one. */
export type ChunkerSpecification =
  | { readonly chunker: 'recursive'; readonly options: RecursiveChunkerOptions }
  | { readonly chunker: 'sentence'; readonly options: SentenceChunkerOptions };

const specifications = new WeakMap<Chunker, ChunkerSpecification>();

/** Keeps what a chunker was made with. */
export function rememberSpecification(chunker: Chunker, specification: ChunkerSpecification): void {
  specifications.set(chunker, specification);
}

/** What a chunker was made with; `undefined` for one that is not Cubo's, or that has a function among its options. */
export function chunkerSpecification(chunker: Chunker): ChunkerSpecification | undefined {
  return specifications.get(chunker);
}
