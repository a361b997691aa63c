import { resolve } from 'node:path';
import { CuboError, type Scope } from '@cubo/contracts';
import type { Cubo, DocumentRecord } from '@cubo/core';
import { isUnder } from './is-under.ts';
import { narrowScope } from './narrow-scope.ts';

/** The methods of a knowledge base that the tools use: none of them changes anything. */
export type ReadableCubo = Pick<Cubo, 'search' | 'ask' | 'documents' | 'read' | 'status'>;

/** A document, and the name by which the server's scope admits it. */
export interface ListedDocument {
  readonly source: string;
  readonly document: DocumentRecord;
}

/** A library as far as the server may show it. */
export interface ScopedLibrary {
  readonly cubo: ReadableCubo;
  /** Whether only a part of the library may be seen. */
  readonly isRestricted: boolean;
  /** The scope of a call, within that of the server. */
  within(asked: Scope): Scope;
  /** The documents of a scope by their own names. */
  documents(asked: Scope): Iterable<ListedDocument>;
  /**
   * A document by one of its names.
   *
   * @throws CuboError `CUBO_DOCUMENT_NOT_FOUND`, also for one that is beyond the scope: that it is there is not told
   */
  find(source: string): ListedDocument;
}

/** Confines a library to a scope. */
export function scopedLibrary(cubo: ReadableCubo, scope: Scope | undefined): ScopedLibrary {
  const admitted = scope?.sources?.flatMap((source) => [source, resolve(source)]);

  function* documents(asked: Scope): Iterable<ListedDocument> {
    for (const document of cubo.documents({ scope: narrowScope(scope, asked) })) {
      const names = namesOf(document);
      const source = names.find((name) => admitted === undefined || admitted.some((folder) => isUnder(name, folder)));
      if (source !== undefined) yield { source, document };
    }
  }

  return {
    cubo,
    isRestricted: scope !== undefined,
    within: (asked) => narrowScope(scope, asked),
    documents,
    find(source) {
      for (const { document } of documents({ sources: [source] })) {
        const name = namesOf(document).find((known) => known === source || known === resolve(source));
        if (name !== undefined) return { source: name, document };
      }
      throw new CuboError({
        code: 'CUBO_DOCUMENT_NOT_FOUND',
        message: 'There is no document of this name.',
        remedy: 'Pass a source as the tools list and search give it.',
        path: source,
      });
    },
  };
}

function namesOf({ uri, aliases }: DocumentRecord): string[] {
  return [uri, ...aliases.map((alias) => alias.uri)];
}
