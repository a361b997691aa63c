/**
 * Replaces characters that XML cannot hold and that are written as `_x000D_` (ISO/IEC 29500-1, 22.9.2.19), where `_x005F_`
 * is an underscore that begins no such escape.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed();
}
