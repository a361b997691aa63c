const encodings = ['windows-1251', 'ibm866', 'koi8-r', 'koi8-u', 'iso-8859-5'] as const;
const frequentLetters = new Set('оеаинтсрвлк');

/**
 * Recognises a Cyrillic 8-bit text, however short, by its letters: in the right encoding nearly all bytes above ASCII
 * are Cyrillic letters, most of them lower case, and about two thirds are among the eleven most frequent ones of
 * Russian.
 *
 * @returns the label of the encoding, or `undefined` when none fits
 */
export function cyrillicEncoding(bytes: Uint8Array): string | undefined {
  let best: { encoding: string; share: number } | undefined;
  for (const encoding of encodings) {
    const text = new TextDecoder(encoding).decode(bytes);
    let beyondAscii = 0;
    let letters = 0;
    let frequent = 0;
    for (const character of text) {
      if (character < '\u0080') continue;
      beyondAscii++;
      if (character >= 'Ѐ' && character <= 'ӿ') letters++;
      if (frequentLetters.has(character)) frequent++;
    }
    if (beyondAscii < 8 || letters < beyondAscii * 0.95) continue;
    const share = frequent / beyondAscii;
    if (share > 0.5 && share > (best?.share ?? 0)) best = { encoding, share };
  }
  return best?.encoding;
}
