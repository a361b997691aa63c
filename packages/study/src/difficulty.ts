import { badArgument } from '@cubo/contracts';

/** `beginner` asks to recall, `intermediate` to understand and apply, `advanced` to connect and to judge. */
export type Difficulty = 'beginner' | 'intermediate' | 'advanced';

/** All difficulties. */
export const difficulties: readonly Difficulty[] = ['beginner', 'intermediate', 'advanced'];

/**
 * Refuses a difficulty that is none; one that is not given is fine.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertDifficulty(difficulty: unknown): void {
  if (difficulty === undefined || difficulties.includes(difficulty as Difficulty)) return;
  throw badArgument(`There is no difficulty ${JSON.stringify(difficulty)}.`, `Pass one of ${difficulties.join(', ')}.`);
}
