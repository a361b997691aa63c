/** A piece of text that a server has sent; empty where it sent none. */
export function streamedText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new Error(`${typeof value === 'object' ? 'an object' : `a ${typeof value}`} came where a text was expected`);
}
