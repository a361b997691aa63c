import { escapeMarkdown } from '../../exports/text/escape-markdown.ts';
import { escapeXml } from '../../exports/text/escape-xml.ts';
import type { MindMap } from '../mind-map.ts';
import { nodesOf, walkTree } from '../walk-tree.ts';

/** A map in Mermaid's `mindmap` syntax, which shows no notes. */
export function mindMapToMermaid({ root }: Pick<MindMap, 'root'>): string {
  const lines = nodesOf(root).map(({ node, depth }, index) => {
    const label = `"${escapeMermaid(node.label)}"`;
    return `${'  '.repeat(depth + 1)}${depth === 0 ? `root((${label}))` : `n${index}[${label}]`}`;
  });
  return `mindmap\n${lines.join('\n')}\n`;
}

/** What ends a label, begins markup or a comment, or is taken for an entity. */
function escapeMermaid(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/["#<>&`%\\{}]/g, (character) => `#${character.codePointAt(0)};`);
}

/** A map as an OPML 2.0 document, as outliners read it; notes are attributes `_note`. */
export function mindMapToOpml({
  title,
  root,
  createdAt,
}: Pick<MindMap, 'title' | 'root'> & Partial<Pick<MindMap, 'createdAt'>>): string {
  const lines: string[] = [];
  for (const { node, depth, leaving } of walkTree(root)) {
    const indent = '  '.repeat(depth + 2);
    if (leaving) {
      if (node.children.length > 0) lines.push(`${indent}</outline>`);
      continue;
    }
    const note = node.note === undefined ? '' : ` _note="${escapeXml(node.note)}"`;
    lines.push(`${indent}<outline text="${escapeXml(node.label)}"${note}${node.children.length > 0 ? '>' : '/>'}`);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head>',
    `    <title>${escapeXml(title)}</title>`,
    ...(createdAt === undefined ? [] : [`    <dateCreated>${new Date(createdAt).toUTCString()}</dateCreated>`]),
    '  </head>',
    '  <body>',
    ...lines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

/** A map as Markdown for Markmap: three levels of headings, the rest as a list. */
export function mindMapToMarkmap({ root }: Pick<MindMap, 'root'>): string {
  const lines = ['---', 'markmap:', '  colorFreezeLevel: 2', '---', ''];
  for (const { node, depth } of nodesOf(root)) {
    const label = escapeMarkdown(node.label);
    if (depth < 3) lines.push('', `${'#'.repeat(depth + 1)} ${label}`, '');
    else lines.push(`${'  '.repeat(depth - 3)}- ${label}`);
  }
  return tidy(lines);
}

/** A map as Markdown: its title as a heading, and nested lists; notes stand below their node. */
export function mindMapToMarkdown({ root }: Pick<MindMap, 'root'>): string {
  const lines = [`# ${escapeMarkdown(root.label)}`, ''];
  for (const { node, depth } of nodesOf(root)) {
    const indent = '  '.repeat(depth);
    if (depth > 0) lines.push(`${'  '.repeat(depth - 1)}- ${escapeMarkdown(node.label)}`);
    if (node.note !== undefined)
      lines.push(...(depth > 0 ? ['', `${indent}${escapeMarkdown(node.note)}`, ''] : [escapeMarkdown(node.note), '']));
  }
  return tidy(lines);
}

const tidy = (lines: readonly string[]): string =>
  `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
