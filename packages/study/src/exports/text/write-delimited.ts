/** Rows as a delimited text (RFC 4180 with commas): what holds a delimiter, a quote or a line break is put in quotes. */
export function writeDelimited(
  rows: readonly (readonly string[])[],
  { delimiter = ',', lineEnd = '\r\n' }: { readonly delimiter?: string; readonly lineEnd?: string } = {},
): string {
  const cell = (value: string) => {
    const isPlain = !value.includes(delimiter) && !/["\r\n]/.test(value) && value.trim() === value;
    return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
  };
  return rows.map((row) => row.map(cell).join(delimiter) + lineEnd).join('');
}
