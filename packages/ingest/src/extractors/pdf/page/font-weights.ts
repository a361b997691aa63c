const heavy = /bold|black|heavy|demi|(?:^|\+)(?:cmbx|cmssbx|sfbx|ecbx|lmbx)/i;

/** Whether a font is a bold one, by what its file or its name says. */
export function isBoldFont(font: unknown): boolean {
  if (typeof font !== 'object' || font === null) return false;
  const { name, bold, black } = font as { name?: unknown; bold?: unknown; black?: unknown };
  return bold === true || black === true || (typeof name === 'string' && heavy.test(name));
}
