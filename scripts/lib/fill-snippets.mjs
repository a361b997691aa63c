// @ts-check
import { snippetRegion } from './snippet-region.mjs';

const codeLanguages = new Set(['ts', 'tsx', 'mts', 'typescript', 'js', 'jsx', 'mjs', 'javascript']);
const snippetComment = /^\s*<!-- snippet: (\S+?)#(\S+) -->\s*$/;
const fence = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/;

/**
 * Puts the named regions into the code blocks of a Markdown text. A block names its region in a comment above it:
 * `<!-- snippet: examples/quickstart/quickstart.ts#search -->`.
 *
 * @param {string} markdown
 * @param {(path: string) => string | undefined} readSource the text of a file of the checkout, or nothing when there is
 * none
 * @returns {{ text: string, problems: string[] }} the filled text; problems each begin with the line number
 */
export function fillSnippets(markdown, readSource) {
  const lines = markdown.split('\n');
  const output = [];
  const problems = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    output.push(line);
    const opening = fence.exec(line);
    if (!opening) continue;
    const end = closingFence(lines, index, opening[2] ?? '');
    const body = lines.slice(index + 1, end);
    const reference = snippetComment.exec(precedingLine(lines, index));
    const filled = reference ? regionOf(reference, readSource) : undefined;
    if (reference && filled === undefined)
      problems.push(`${index + 1}: there is no region ${reference[1]}#${reference[2]}`);
    if (!reference && codeLanguages.has(opening[3] ?? '')) {
      problems.push(`${index + 1}: this code block does not say which file it is taken from`);
    }
    const indent = opening[1] ?? '';
    output.push(
      ...(filled === undefined ? body : filled.split('\n').map((text) => (text === '' ? '' : indent + text))),
    );
    if (end < lines.length) output.push(lines[end] ?? '');
    index = end;
  }
  return { text: output.join('\n'), problems };
}

/**
 * @param {RegExpExecArray} reference
 * @param {(path: string) => string | undefined} readSource
 */
function regionOf([, path = '', name = ''], readSource) {
  const source = readSource(path);
  return source === undefined ? undefined : snippetRegion(source, name);
}

/**
 * @param {string[]} lines
 * @param {number} opening
 * @param {string} marker
 */
function closingFence(lines, opening, marker) {
  const isClosing = (/** @type {string} */ line) => {
    const text = line.trim();
    return text.length >= marker.length && text === (marker[0] ?? '').repeat(text.length);
  };
  const offset = lines.slice(opening + 1).findIndex(isClosing);
  return offset < 0 ? lines.length : opening + 1 + offset;
}

/**
 * @param {string[]} lines
 * @param {number} index
 * @returns {string} the nearest line above that is not blank
 */
function precedingLine(lines, index) {
  return lines.slice(0, index).findLast((line) => line.trim() !== '') ?? '';
}
