import type { Scope } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import type { StudyPassage } from './study-passage.ts';

/** Options of {@link samplePassages}. */
export interface SamplePassagesOptions {
  /** Of which documents. Default: all. */
  readonly scope?: Scope | undefined;
  /** How many passages, at most. */
  readonly count: number;
  /** Ids of chunks that are taken only where there are no others, such as those that a set rests on already. */
  readonly exclude?: readonly number[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Passages from the whole of the documents, in their order. */
export async function samplePassages(
  { cubo, random }: Pick<StudyParts, 'cubo' | 'random'>,
  { scope, count, exclude = [], signal }: SamplePassagesOptions,
): Promise<StudyPassage[]> {
  const excluded = new Set(exclude);
  const all: StudyPassage[] = [];
  for (const { uri, sha256 } of cubo.documents({ scope })) {
    for await (const passage of cubo.read(uri, { signal })) all.push({ ...passage, sha256 });
  }
  return all
    .map((passage, index) => ({ passage, index, order: Number(excluded.has(passage.id)) + random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .sort((one, other) => one.index - other.index)
    .map(({ passage }) => passage);
}
