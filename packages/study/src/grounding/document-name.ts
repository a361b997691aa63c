/** The name of a document without a title: that of its file, without the ending. */
export function documentName(source: string): string {
  return decoded(source.split(/[/\\]/).at(-1) ?? source).replace(/\.\w+$/, '');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Files may have a percent sign in their names.
    return name;
  }
}
