import type { Library } from '@cubo/library';
import { absoluteScope } from '../search/absolute-scope.ts';
import { assertScope } from '../search/assert-scope.ts';
import { stepsWhileLinked } from '../signals/while-linked.ts';
import { assertMethodOptions } from './assert-method-options.ts';
import type { Cubo } from './cubo.ts';
import { readDocument } from './read-document.ts';

/** The methods of a knowledge base that list and read documents. */
export function documentMethods(parts: {
  readonly library: Library;
  /** Aborted when the knowledge base is closed. */
  readonly closing: AbortSignal;
}): Pick<Cubo, 'documents' | 'read'> {
  const { library, closing } = parts;
  return {
    documents(options = {}) {
      assertMethodOptions('documents', options);
      const { scope } = options;
      assertScope(scope);
      return library.documents(scope && absoluteScope(scope));
    },
    read(source, options = {}) {
      assertMethodOptions('read', options);
      return stepsWhileLinked([options.signal, closing], (signal) => readDocument(library, source, signal));
    },
  };
}
