/** Characters of titles and header that are repeated on every chunk of a table. */
const longestHeader = 2000;

/** A header as it is repeated on every chunk of its table. */
export function shortenHeader(header: string): string {
  return header.length > longestHeader ? `${header.slice(0, longestHeader)}…`.toWellFormed() : header;
}
