/** A heading that a line begins, or is. */
export interface HeadingLine {
  readonly level: number;
  readonly title: string;
}

/** `## Title ##`: an ATX heading (CommonMark 4.2). */
export function atxHeading(line: string): HeadingLine | undefined {
  const match = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line.trimEnd());
  if (!match) return undefined;
  return { level: match[1]?.length ?? 1, title: plainTitle(withoutClosingMarks(match[2] ?? '')) };
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end--;
  return end === 0 || /[ \t]/.test(title[end - 1] ?? '') ? title.slice(0, end).trimEnd() : title;
}

/** The level of the heading that `===` or `---` makes of the paragraph above it (CommonMark 4.3). */
export function setextLevel(line: string): 1 | 2 | undefined {
  if (/^ {0,3}=+[ \t]*$/.test(line)) return 1;
  return /^ {0,3}-+[ \t]*$/.test(line) ? 2 : undefined;
}

/** How a block of fenced code begins. */
export interface OpeningFence {
  /** The marks that open it. */
  readonly marks: string;
  /** Whether it begins in the line of a list's bullet. */
  readonly inList: boolean;
}

/** A line that opens a block of fenced code (CommonMark 4.5). */
export function openingFence(line: string): OpeningFence | undefined {
  const match = /^ {0,3}((?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/.exec(line.trimEnd());
  const [, bullets = '', marks = '', info = ''] = match ?? [];
  if (!match || (marks.startsWith('`') && info.includes('`'))) return undefined;
  return { marks, inList: bullets !== '' };
}

/** Whether a line closes the block that `fence` opened. */
export function closesFence(line: string, fence: OpeningFence): boolean {
  const [, indent = '', marks = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(line.trimEnd()) ?? [];
  return marks[0] === fence.marks[0] && marks.length >= fence.marks.length && (fence.inList || indent.length < 4);
}

const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|' +
  'figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|' +
  'p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** What ends an HTML block, by what begins it (CommonMark 4.6). */
const htmlBlocks: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
  [new RegExp(`^ {0,3}</?(?:${blockTags})(?:\\s|/?>|$)`, 'i'), /^\s*$/],
];
const loneTag = /^ {0,3}<(?:\/[a-z][a-z\d-]*\s*|[a-z][a-z\d-]*(?:\s[^<>]*|\/)?)>$/i;

/** What ends the HTML block that a line begins. A tag of no known block must stand alone and cannot end a paragraph. */
export function openingHtml(line: string, inParagraph: boolean): RegExp | undefined {
  const [, end] = htmlBlocks.find(([begin]) => begin.test(line)) ?? [];
  return end ?? (!inParagraph && loneTag.test(line.trimEnd()) ? /^\s*$/ : undefined);
}

/** Whether a line begins a quotation or an item of a list, in which headings are not those of the document. */
export function opensContainer(line: string): boolean {
  return /^ {0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$))/.test(line);
}

/** Whether a line is a rule across the page. */
export function isThematicBreak(line: string): boolean {
  return /^ {0,3}([-_*])[ \t]*(?:\1[ \t]*){2,}$/.test(line);
}

/** Whether a line and the one above it are delimiter and header row of a table (GitHub Flavored Markdown 4.10). */
export function isTableDelimiter(line: string, header: string): boolean {
  if (!line.includes('|') || !header.includes('|')) return false;
  const delimiters = cellsOf(line);
  return delimiters.every((cell) => /^:?-+:?$/.test(cell.trim())) && delimiters.length === cellsOf(header).length;
}

function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/);
}

/** The words of a heading without the marks of links, emphasis and code. */
export function plainTitle(markdown: string): string {
  return markdown
    .slice(0, 1000)
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/\s*\{[#.][^}]*\}\s*$/, '')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
