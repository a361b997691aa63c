import type { Analyzer, Chunker, OcrEngine } from '@cubo/contracts';
import type { ExtractorRegistry } from '@cubo/ingest';
import type { Library } from '@cubo/library';
import { absoluteScope } from '../search/absolute-scope.ts';
import { assertScope } from '../search/assert-scope.ts';
import { findNearDuplicates } from '../search/find-near-duplicates.ts';
import { stepsWhileLinked, whileLinked } from '../signals/while-linked.ts';
import type { ExtractThreads } from '../threads/extract-in-threads.ts';
import { assertMethodOptions } from './assert-method-options.ts';
import { countCategories } from './categories.ts';
import type { Cubo } from './cubo.ts';
import { extractDocument } from './extract-document.ts';
import { labelDocument } from './label-document.ts';
import { readDocument } from './read-document.ts';

/** The methods of a knowledge base that list, label and read documents. */
export function documentMethods(parts: {
  readonly library: Library;
  readonly registry: ExtractorRegistry;
  readonly chunker: Chunker;
  readonly ocr: OcrEngine | undefined;
  readonly analyzer: Analyzer;
  readonly maximumBytes: number;
  /** Read documents that are not stored. */
  readonly threads: ExtractThreads | undefined;
  /** Aborted when the knowledge base is closed. */
  readonly closing: AbortSignal;
}): Pick<Cubo, 'documents' | 'categories' | 'label' | 'read' | 'extract' | 'nearDuplicates'> {
  const { library, closing } = parts;
  return {
    documents(options = {}) {
      assertMethodOptions('documents', options);
      const { scope } = options;
      assertScope(scope);
      return library.documents(scope && absoluteScope(scope));
    },
    categories: (label) => countCategories(library.documents(), label),
    async label(source, metadata, options = {}) {
      assertMethodOptions('label', options);
      return labelDocument(library, source, metadata, options);
    },
    nearDuplicates(options = {}) {
      assertMethodOptions('nearDuplicates', options);
      return stepsWhileLinked([options.signal, closing], (signal) =>
        findNearDuplicates(library, { ...options, signal }),
      );
    },
    read(source, options = {}) {
      assertMethodOptions('read', options);
      return stepsWhileLinked([options.signal, closing], (signal) => readDocument(library, source, signal));
    },
    async extract(source, options = {}) {
      assertMethodOptions('extract', options);
      return whileLinked([options.signal, closing], (signal) => extractDocument(source, { ...options, signal }, parts));
    },
  };
}
