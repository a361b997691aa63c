/** Whether a name is this one, or lies in the folder of this name: what the library takes for being in a scope. */
export function isUnder(name: string, source: string): boolean {
  const folder = source.endsWith('/') || source.endsWith('\\') ? source.slice(0, -1) : source;
  return name === source || name.startsWith(`${folder}/`) || name.startsWith(`${folder}\\`);
}
