import { CuboError } from '@cubo/contracts';
import type { Scope } from '@cubo/library';
import type { SearchMode } from '@cubo/retrieval';

/** Options of `cubo.search`. */
export interface SearchOptions {
  /** The most hits to return. Default 10. */
  readonly limit?: number | undefined;
  /** Search these documents only. */
  readonly scope?: Scope | undefined;
  /** `hybrid` fuses words and meaning; `sparse` and `dense` ask one side alone. Default `hybrid`. */
  readonly mode?: SearchMode | undefined;
  readonly signal?: AbortSignal | undefined;
}

const modes: readonly string[] = ['hybrid', 'sparse', 'dense'] satisfies SearchMode[];

/** Refuses a query or options that make no sense. */
export function assertSearchArguments(query: unknown, { limit, mode }: SearchOptions): void {
  if (typeof query !== 'string') throw badArgument('The query is not a text.', 'Pass the question as a string.');
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 0)) {
    throw badArgument(`The limit ${String(limit)} is not a number of hits.`, 'Pass a whole number from 0 up.');
  }
  if (mode !== undefined && !modes.includes(mode)) {
    throw badArgument(`There is no search mode ${JSON.stringify(mode)}.`, `Use one of ${modes.join(', ')}.`);
  }
}

function badArgument(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
