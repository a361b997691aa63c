/** Each pair of neighbouring characters of a run; the character itself where there is but one. */
export function characterBigrams(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  const bigrams: string[] = [];
  for (let i = 1; i < characters.length; i++) bigrams.push(`${characters[i - 1]}${characters[i]}`);
  return bigrams;
}
