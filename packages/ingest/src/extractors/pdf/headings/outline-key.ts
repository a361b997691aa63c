/** What an entry of an outline and the heading on the page have in common: letters and digits. */
export function outlineKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
