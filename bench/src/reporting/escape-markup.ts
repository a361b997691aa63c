const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it may stand in HTML or SVG, between tags or in a quoted attribute. */
export function escapeMarkup(text: string): string {
  // XML 1.0 has no way to write control characters.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd').replace(/[&<>"]/g, (sign) => entities[sign] as string);
}
