// V8 makes a substring of this length or more a view of the text it was cut from.
const shortestView = 13;

/** The same word as a string that does not keep a text alive, for maps that outlive the text. */
export function detach(word: string): string {
  return word.length < shortestView ? word : Buffer.from(word, 'utf16le').toString('utf16le');
}
