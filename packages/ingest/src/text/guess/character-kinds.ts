/** The writing systems that are told apart. */
export type Script = 'Latin' | 'Cyrillic' | 'Greek' | 'Hebrew' | 'Arabic' | 'Thai' | 'other';

/** What a character is, as far as it tells whether a text was decoded as it was meant. */
export interface CharacterKind {
  readonly character: string;
  readonly lower: string;
  readonly isLetter: boolean;
  readonly isUpper: boolean;
  readonly isLower: boolean;
  readonly script: Script;
  /** Lines and blocks, of which terminals made frames. */
  readonly isBox: boolean;
  /** What no text has: control characters beyond ASCII, bytes without a meaning. */
  readonly isNone: boolean;
}

const scripts: readonly (readonly [Script, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Thai', /\p{Script=Thai}/u],
];

/** Looks at a character. */
export function characterKind(character: string): CharacterKind {
  const lower = character.toLowerCase();
  const upper = character.toUpperCase();
  return {
    character,
    lower,
    // Ordinal signs and the sign for micro count as letters in Unicode only.
    isLetter: /[\p{L}\p{M}]/u.test(character) && !/[ºªµ]/.test(character),
    isUpper: character !== lower && character === upper,
    isLower: character === lower && character !== upper,
    script: scripts.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other',
    isBox: /[\u2500-\u259f]/.test(character),
    isNone: /[\u0080-\u009f\ufffd\p{Co}]/u.test(character),
  };
}
