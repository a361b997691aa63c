import { whileLinked } from '../signals/while-linked.ts';
import { assertMethodOptions } from './assert-method-options.ts';
import { compactLibrary } from './compact-library.ts';
import type { Cubo } from './cubo.ts';
import { deleteDocument } from './delete-document.ts';
import { type EraseParts, eraseDocument } from './erase-document.ts';

/** The methods of a knowledge base that take documents out of the library, and off the disk. */
export function removalMethods(
  parts: EraseParts & {
    /** Aborted when the knowledge base is closed. */
    readonly closing: AbortSignal;
    /** Puts new threads in the place of those that may still have files open that hold what is gone. */
    renewThreads(): Promise<void>;
  },
): Pick<Cubo, 'delete' | 'erase' | 'compact'> {
  const { closing, renewThreads } = parts;
  return {
    delete: (source) => deleteDocument(parts, source),
    async erase(source, options = {}) {
      assertMethodOptions('erase', options);
      return whileLinked([options.signal, closing], async (signal) => {
        try {
          return await eraseDocument(parts, source, { ...options, signal });
        } finally {
          await renewThreads();
        }
      });
    },
    async compact(options = {}) {
      assertMethodOptions('compact', options);
      return whileLinked([options.signal, closing], async (signal) => {
        try {
          return await compactLibrary(parts, { signal });
        } finally {
          await renewThreads();
        }
      });
    },
  };
}
