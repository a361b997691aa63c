/** The characters of Adobe's Symbol font from 0x20 to 0x7e and from 0xa0 to 0xfe (Unicode's mapping table SYMBOL.TXT). */
const symbolLow = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼';
const symbolHigh = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** The signs of Wingdings that stand in texts: bullets, boxes, ticks, arrows, pointers. */
const wingdings: Readonly<Record<number, string>> = {
  33: '✏',
  34: '✂',
  40: '☎',
  42: '✉',
  54: '⌛',
  70: '☞',
  74: '☺',
  76: '☹',
  108: '●',
  110: '■',
  111: '□',
  113: '❑',
  117: '◆',
  118: '❖',
  159: '•',
  167: '▪',
  168: '◻',
  171: '★',
  216: '➢',
  223: '←',
  224: '→',
  225: '↑',
  226: '↓',
  232: '➔',
  240: '⇨',
  251: '✗',
  252: '✓',
  253: '☒',
  254: '☑',
};

/** Stands for a sign of a font whose meaning is not known. */
const unknownSign = '□';

/** Whether the characters of a font are signs of its own instead of letters. */
export function isSymbolFont(font: string): boolean {
  return /^(?:symbol|(?:standard )?symbols? ?(?:ps|l)?|wingdings(?: ?[23])?|webdings|zapf ?dingbats|opensymbol)$/i.test(
    font.trim(),
  );
}

/**
 * The Unicode text of a sign that a document takes from a symbol font, by its code in the font (0x20 to 0xff) or the same
 * code in the private area at U+F000.
 */
export function symbolText(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (place > 0xff) return place <= 0x10ffff && !isSurrogate(place) ? String.fromCodePoint(place) : '';
  if (place < 0x20) return '';
  if (/^(?:standard )?symbol/i.test(font.trim())) return symbolSign(place) ?? unknownSign;
  if (isSymbolFont(font)) return place === 0x20 ? ' ' : (wingdings[place] ?? unknownSign);
  return code === place || place < 0x7f ? String.fromCodePoint(place) : (symbolSign(place) ?? unknownSign);
}

/** Makes Unicode of the characters in the private area by which programs write signs of a symbol font. */
export function mapPrivateSigns(text: string, font: string): string {
  return text.replace(/[\uf020-\uf0ff]/g, (sign) => symbolText(font, sign.charCodeAt(0)));
}

function symbolSign(place: number): string | undefined {
  if (place < 0x7f) return symbolLow[place - 0x20];
  return place >= 0xa0 ? symbolHigh[place - 0xa0] : undefined;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}
