import type { Chunker } from '@cubo/contracts';
import type { ChunkerSpecification } from './chunker-specification.ts';
import { recursiveChunker } from './recursive-chunker.ts';
import { sentenceChunker } from './sentence-chunker.ts';

/** Makes the chunker that a specification describes. */
export function createChunker(specification: ChunkerSpecification): Chunker {
  switch (specification.chunker) {
    case 'recursive':
      return recursiveChunker(specification.options);
    case 'sentence':
      return sentenceChunker(specification.options);
  }
}
