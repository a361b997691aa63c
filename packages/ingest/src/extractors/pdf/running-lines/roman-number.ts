const form = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** The value of a Roman number in lower case, as prefaces count their pages; `undefined` of anything else. */
export function parseRoman(text: string): number | undefined {
  if (text === '' || text.length > 15 || !form.test(text)) return undefined;
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text[index] as string] ?? 0;
    sum += value < (values[text[index + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}
