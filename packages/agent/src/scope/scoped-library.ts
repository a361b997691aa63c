import type { Scope, SearchHit, SearchOptions } from '@cubo/contracts';
import { type Cubo, CuboError, type DocumentRecord, type StoredPassage } from '@cubo/core';
import { narrowScope } from './narrow-scope.ts';
import { turnScope } from './turn-scope.ts';

/** The library as a turn may see it: a narrower scope is taken, a wider one refused with `CUBO_SCOPE_EXCEEDED`. */
export interface ScopedLibrary {
  /** As `cubo.search`. */
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
  /** As `cubo.documents`. */
  documents(options?: { readonly scope?: Scope | undefined }): DocumentRecord[];
  /** As `cubo.read`; a document that is not in the scope is `CUBO_DOCUMENT_NOT_FOUND`. */
  read(source: string, options?: { readonly signal?: AbortSignal | undefined }): AsyncIterable<StoredPassage>;
}

/** What of a knowledge base is bound. */
export type BoundLibrary = Pick<Cubo, 'search' | 'documents' | 'read'>;

/**
 * Binds a knowledge base to the scope of the turn in which it is used, for tools of the host's own that were made before
 * there was a conversation. Outside of a turn it refuses to work.
 *
 * @throws CuboError `CUBO_SCOPE_EXCEEDED` outside of a turn, and for a scope that is wider than the turn's
 */
export function scopedLibrary(cubo: BoundLibrary): ScopedLibrary {
  const within = (scope: Scope | undefined) => narrowScope(boundScope(), scope);
  return {
    search: async (query, options = {}) => cubo.search(query, { ...options, scope: within(options.scope) }),
    documents: ({ scope } = {}) => [...cubo.documents({ scope: within(scope) })],
    async *read(source, options = {}) {
      const scope = boundScope();
      const admitted = [...cubo.documents({ scope })].find(
        ({ uri, aliases }) => uri === source || aliases.some((alias) => alias.uri === source),
      );
      if (admitted === undefined) throw notInScope(source);
      yield* cubo.read(admitted.uri, options);
    },
  };
}

function boundScope(): Scope {
  const scope = turnScope();
  if (scope !== undefined) return scope;
  throw new CuboError({
    code: 'CUBO_SCOPE_EXCEEDED',
    message: 'A library that is bound to the scope of a turn was used outside of any turn.',
    remedy: 'Use it in execute() of a tool, and what that calls; elsewhere use the library itself.',
  });
}

function notInScope(source: string): CuboError {
  return new CuboError({
    code: 'CUBO_DOCUMENT_NOT_FOUND',
    message: `There is no document "${source}" in the scope of this conversation.`,
    remedy: 'List the documents of the scope.',
    path: source,
  });
}
