import { docxExtractor } from '../../src/index.ts';
import { bytesSource } from './bytes-source.ts';
import { type OfficePart, officeFile } from './office-file.ts';
import { expectOrderedSections, extract } from './sections.ts';

/** Elements of WordprocessingML, and Word documents made of them. */
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
export const styled = (text: string, style: string) => paragraph(text, `<w:pStyle w:val="${style}"/>`);
export const item = (text: string, list: number, level = 0) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
export const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
export const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
export const table = (columns: number, ...rows: string[]) =>
  `<w:tbl><w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${rows.join('')}</w:tbl>`;

export const word = (body: string, parts: readonly OfficePart[] = [], refers: readonly string[] = []) =>
  officeFile([{ name: 'word/document.xml', root: 'w:document', data: `<w:body>${body}</w:body>`, refers }, ...parts]);

export async function readWord(body: string, parts: readonly OfficePart[] = [], refers: readonly string[] = []) {
  const extraction = await extract(docxExtractor(), bytesSource('a.docx', word(body, parts, refers)));
  expectOrderedSections(extraction.sections);
  return extraction;
}

export const textOf = async (...given: Parameters<typeof readWord>) =>
  (await readWord(...given)).sections.map(({ text }) => text).join('\n\n');
