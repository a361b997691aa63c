/**
 * How wide a text is about, in units of the font's size, in a common sans-serif font. Nothing is measured: the widths are
 * those of classes of characters, rounded up (of Arial, Segoe UI, Roboto and DejaVu Sans the wider ones), so that a text
 * fits its box also where another font is there.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

function widthOf(character: string): number {
  const found = classes.find(([, pattern]) => pattern.test(character));
  return found === undefined ? other : found[0];
}

/** By frequency in running text. */
const classes: readonly (readonly [width: number, pattern: RegExp])[] = [
  [0.34, /[fijlrtIJ.,:;'|!()[\]/\\-]/],
  [0.34, /\s/],
  [0.92, /[mwMW@%—]/],
  [0.6, /[a-z]/],
  [0.74, /\p{Lu}/u],
  [0.65, /\p{Nd}/u],
  [0, /\p{M}|\p{Cf}/u],
  [0.54, /\p{Script=Arabic}/u],
  [
    1,
    /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/,
  ],
  [1.3, /\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u],
];

const other = 0.66;
