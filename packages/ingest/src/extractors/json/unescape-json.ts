const escapes = /\\(?:u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|[^u])/gi;
const plain: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\r': '\r', '\\/': '/' };

/**
 * A JSON text as people read it: `\u00fc` becomes `ü`, `\n` a line break, so that words are found. Quotation marks and
 * backslashes stay escaped, and with them the borders of values.
 */
export function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (whole, high: string | undefined, low: string | undefined, unit: string | undefined) => {
    if (high !== undefined && low !== undefined)
      return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    if (unit === undefined) return plain[whole] ?? whole;
    const value = Number.parseInt(unit, 16);
    return isReadable(value) ? String.fromCharCode(value) : whole;
  });
}

/** Whether a code unit may stand for itself in a string: no control character, no half of a pair, no `"` and no `\`. */
function isReadable(unit: number): boolean {
  if (unit < 0xa0) return unit >= 0x20 && unit < 0x7f && unit !== 0x22 && unit !== 0x5c;
  return unit < 0xd800 || unit > 0xdfff;
}
