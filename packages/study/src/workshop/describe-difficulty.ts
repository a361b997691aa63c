import type { Difficulty } from '../difficulty.ts';

const descriptions: Readonly<Record<Difficulty, string>> = {
  beginner: 'beginner: for somebody who is new to it. Explain every term.',
  intermediate: 'intermediate: for somebody who knows the basics. Explain how things work, with a case of use.',
  advanced: 'advanced: for somebody who knows it well. Treat conditions, exceptions and consequences.',
};

/** What a model is told of a difficulty. */
export function describeDifficulty(difficulty: Difficulty): string {
  return descriptions[difficulty];
}
