/**
 * Whether a text of JSON was cut off within an object of a list: then the last element is not what it should be, however it
 * is repaired.
 */
export function endsWithinElement(text: string): boolean {
  // A quotation mark in a text may lead the one count astray, but hardly the other as well.
  return openBrackets(text, true).includes('[{') && openBrackets(text, false).includes('[{');
}

/** The brackets that are open at the end, outermost first. */
function openBrackets(text: string, passesTexts: boolean): string {
  let open = '';
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (isInText && character === '\\') at++;
    else if (passesTexts && character === '"' && open !== '') isInText = !isInText;
    else if (isInText) continue;
    else if (character === '{' || character === '[') open += character;
    else if (character === '}' || character === ']') {
      const last = open.lastIndexOf(character === '}' ? '{' : '[');
      if (last >= 0) open = open.slice(0, last);
    }
  }
  return open;
}
