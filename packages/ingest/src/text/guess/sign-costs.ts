/** Where a sign stands: before a letter, after one, between two, or beside none. */
export type SignPlace = 'before' | 'after' | 'alone' | 'between';

type Costs = Readonly<Record<SignPlace, number>>;

const signs: readonly (readonly [characters: string, before: number, after: number, alone: number, between: number])[] =
  [
    ['’', 10, 9, 12, 8],
    ['“”‘', 8, 8, 11, 15],
    ['„‚', 8, 15, 11, 17],
    ['«»‹›', 8, 8, 9, 17],
    ['–—', 10, 10, 8, 10],
    ['…', 11, 9, 10, 14],
    ['•', 10, 15, 9, 16],
    ['·', 12, 14, 10, 9],
    ['€£¥', 11, 15, 10, 17],
    ['°ºª²³¹½¼¾', 13, 11, 10, 16],
    ['§¶©®™', 11, 11, 10, 16],
    ['\u00a0', 9, 9, 8, 11],
    ['\u00ad', 11, 11, 11, 9],
    ['¿¡', 8, 16, 13, 17],
    ['µ±×÷', 11, 14, 10, 16],
  ];
const usual: ReadonlyMap<string, Costs> = new Map(
  signs.flatMap(([characters, before, after, alone, between]) =>
    Array.from(characters, (character) => [character, { before, after, alone, between }] as const),
  ),
);
const unusual: Costs = { before: 13, after: 13, alone: 12, between: 17 };

/** How many bits it takes to say that a sign comes next, by where it stands: hardly any text has one within a word. */
export function signCost(sign: string, place: SignPlace): number {
  return (usual.get(sign) ?? unusual)[place];
}
