import type { Scope } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import type { StudyPassage } from './study-passage.ts';

/** The passages of all documents of a scope, one document after the other. */
export async function* readScope(
  cubo: Pick<StudyParts['cubo'], 'documents' | 'read'>,
  { scope, signal }: { readonly scope?: Scope | undefined; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<StudyPassage, void, undefined> {
  for (const { uri, sha256 } of [...cubo.documents({ scope })]) {
    for await (const passage of cubo.read(uri, { signal })) yield { ...passage, sha256 };
  }
}
