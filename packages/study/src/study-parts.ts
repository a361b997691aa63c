import type { Clock, Generator } from '@cubo/contracts';
import type { Cubo } from '@cubo/core';
import type { StudyPrompts } from './prompts/study-prompts.ts';

/** What study material needs of a library. */
export type StudyLibrary = Pick<Cubo, 'records' | 'search' | 'read' | 'documents' | 'holdGenerator' | 'analyzer'>;

/** What the parts of a study share. */
export interface StudyParts {
  readonly cubo: StudyLibrary;
  /** What writes items, as `cubo.holdGenerator` gives it: its failures are `CUBO_GENERATOR_FAILED`. */
  readonly generator: Generator;
  readonly prompts: StudyPrompts;
  /** The language that items are written in: a code (`de`) or a name (`German`). Without: that of the sources. */
  readonly language?: string | undefined;
  readonly clock: Clock;
  /** Time zone of the user, as IANA names it: days begin and end by it. */
  readonly timeZone: string;
  /** From 0 up to 1, excluding 1: shuffles options and chooses among passages. */
  readonly random: () => number;
}
