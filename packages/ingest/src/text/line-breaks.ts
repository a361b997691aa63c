/** How many line breaks (`\n`, `\r\n` or a lone `\r`) end within `[start, end)` of a text. */
export function countLineBreaks(text: string, start: number, end: number): number {
  // A slice, so that the search for what does not occur ends at `end`.
  const range = text.slice(start, end);
  let count = 0;
  for (let index = range.indexOf('\n'); index >= 0; index = range.indexOf('\n', index + 1)) count++;
  for (let index = range.indexOf('\r'); index >= 0; index = range.indexOf('\r', index + 1))
    if (text[start + index + 1] !== '\n') count++;
  return count;
}
