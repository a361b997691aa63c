import type { Scope } from '@cubo/contracts';
import { textTokens } from '@cubo/core';
import { readScope } from '../../coverage/read-scope.ts';
import type { StudyPassage } from '../../coverage/study-passage.ts';
import { tokenBudget } from '../../generation/token-budget.ts';
import type { StudyParts } from '../../study-parts.ts';

/** More passages make the lessons of small models worse. */
const mostPassages = 8;
/** Tokens of a lesson of 15 minutes, at some 200 words a minute. */
export const lessonTokens = 4000;
/** Of the prompt, what is left for instructions. */
const promptShare = 0.85;

/**
 * The passages that a lesson is written from: those that the outline names for it, then those that a search for its title
 * and objectives finds, as many as have room. Where all that are named are wanted, or the search where they are gone, there
 * is no such limit.
 */
export async function lessonPassages(
  { cubo, generator }: Pick<StudyParts, 'cubo' | 'generator'>,
  lesson: { readonly title: string; readonly objectives: readonly string[]; readonly chunks: readonly number[] },
  options: {
    readonly scope?: Scope | undefined;
    readonly signal?: AbortSignal | undefined;
    /** Just those that are named, and all of them. Default false. */
    readonly isWhole?: boolean | undefined;
  },
): Promise<StudyPassage[]> {
  const { scope, signal, isWhole = false } = options;
  const query = [lesson.title, ...lesson.objectives].join(' ');
  const hits = await cubo.search(query, {
    ...{ limit: mostPassages, syntax: 'plain', signal },
    ...(scope !== undefined && { scope }),
  });
  const ids = new Set([...lesson.chunks, ...hits.map(({ id }) => id)]);
  const found = new Map<number, StudyPassage>();
  for await (const passage of readScope(cubo, { scope, signal })) {
    if (ids.has(passage.id)) found.set(passage.id, passage);
  }
  const named = lesson.chunks.flatMap((id) => found.get(id) ?? []);
  if (isWhole && named.length > 0) return named;
  const passages = [...ids].flatMap((id) => found.get(id) ?? []);
  let room = tokenBudget(generator, lessonTokens).prompt * promptShare;
  return passages.slice(0, mostPassages).filter(({ text }, i) => {
    room -= textTokens(text);
    return room >= 0 || i === 0;
  });
}
