import type { Clock } from '@cubo/contracts';
import type { Cubo } from '@cubo/core';

/** What study material needs of a library. */
export type StudyLibrary = Pick<Cubo, 'records' | 'search' | 'read' | 'documents' | 'holdGenerator' | 'analyzer'>;

/** What the parts of a study share. */
export interface StudyParts {
  readonly cubo: StudyLibrary;
  readonly clock: Clock;
  /** Time zone of the user, as IANA names it: days begin and end by it. */
  readonly timeZone: string;
  /** From 0 up to 1, excluding 1: shuffles options and chooses among passages. */
  readonly random: () => number;
}
