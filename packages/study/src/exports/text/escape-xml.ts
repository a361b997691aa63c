/** A text as it stands in XML, in elements and in attributes; characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '')
    .replace(/[&<>"'\r\n\t]/g, (character) => entities[character] ?? character);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant.
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Line breaks and tabs are written as entities, as attributes do not keep them otherwise. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};
