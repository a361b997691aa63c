import type { DraftOfKind } from '../question-draft.ts';
import { foldings } from './fold-answer.ts';
import { isSlip } from './is-slip.ts';
import type { Verdict } from './quiz-answer.ts';
import { readNumber } from './read-number.ts';

type Match = 'same' | 'slip' | 'other';

/** Grades what was filled in: each blank counts the same. Numbers must be right, in words a slip is passed over. */
export function gradeCloze({ blanks }: Pick<DraftOfKind<'cloze'>, 'blanks'>, answers: readonly string[]): Verdict {
  const matches = blanks.map((accepted, i) => {
    const others = blanks.filter((_, other) => other !== i).flat();
    return matchBlank(answers[i] ?? '', accepted, others);
  });
  const parts = matches.map((match) => match !== 'other');
  const right = parts.filter(Boolean).length;
  return {
    score: blanks.length === 0 ? 0 : right / blanks.length,
    correct: right === blanks.length,
    parts,
    ...(matches.includes('slip') && { misspelt: true }),
    by: 'rules',
  };
}

function matchBlank(typed: string, accepted: readonly string[], others: readonly string[]): Match {
  if (typed.trim() === '') return 'other';
  if (accepted.some((text) => isSame(typed, text))) return 'same';
  // What is right in another blank is no slip of this one.
  if (others.some((text) => isSame(typed, text))) return 'other';
  const isMisspelt = accepted.some((text) =>
    foldings(text).some((meant) => foldings(typed).some((folded) => isSlip(folded, meant))),
  );
  return isMisspelt ? 'slip' : 'other';
}

function isSame(typed: string, text: string): boolean {
  const [number, expected] = [readNumber(typed), readNumber(text)];
  if (number !== undefined && expected !== undefined) {
    const [value] = expected.values;
    const [unit, expectedUnit] = [foldings(number.unit), foldings(expected.unit)];
    return number.values.some((reading) => reading === value) && unit.some((folded) => expectedUnit.includes(folded));
  }
  const meant = foldings(text);
  // Signs alone, such as `+`, are folded to nothing.
  if (meant.every((folded) => folded === '')) return typed.trim() === text.trim();
  return foldings(typed).some((folded) => meant.includes(folded));
}
