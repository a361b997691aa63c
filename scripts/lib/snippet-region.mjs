// @ts-check

/**
 * Cuts a region out of a source file: the lines between `// #region name` and its `// #endregion`, without the markers
 * of regions within it and without the indentation that all lines share.
 *
 * @param {string} source the text of the file
 * @param {string} name
 * @returns {string | undefined} nothing when the region does not exist or does not end
 */
export function snippetRegion(source, name) {
  const lines = source.split(/\r?\n/);
  const start = lines.findIndex((line) => regionName(line) === name);
  if (start < 0) return undefined;
  const region = [];
  let depth = 1;
  for (const line of lines.slice(start + 1)) {
    if (regionName(line) !== undefined) depth += 1;
    else if (/^\s*\/\/ #endregion\b/.test(line)) depth -= 1;
    else region.push(line);
    if (depth === 0) return dedent(region);
  }
  return undefined;
}

/** @param {string} line */
function regionName(line) {
  return /^\s*\/\/ #region (\S+)\s*$/.exec(line)?.[1];
}

/** @param {string[]} lines */
function dedent(lines) {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const shared = indents.length > 0 ? Math.min(...indents) : 0;
  return lines
    .map((line) => line.slice(shared))
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
