import { type ZipMember, zipFile } from './zip-file.ts';

/** A paragraph, with the level of the heading it is; or a table by rows. */
export type DocxBlock =
  | { readonly text: string; readonly heading?: number }
  | { readonly rows: readonly (readonly string[])[] };

/** What a {@link docxFile} holds. */
export interface DocxContent {
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  readonly blocks: readonly DocxBlock[];
}

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const packageTypes = 'application/vnd.openxmlformats';

/** The parts of a Word document with headings, paragraphs and tables. */
export function docxMembers(content: DocxContent): ZipMember[] {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
  const paragraph = (text: string, style = '') => `<w:p>${style}${run(text)}</w:p>`;
  const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4"/>`)
    .join('');
  const body = content.blocks.map((block) => {
    if (!('rows' in block))
      return paragraph(block.text, block.heading ? `<w:pPr><w:pStyle w:val="Heading${block.heading}"/></w:pPr>` : '');
    const rows = block.rows.map((cells, index) => {
      const header = index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : '';
      return `<w:tr>${header}${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
    });
    return `<w:tbl><w:tblPr><w:tblBorders>${border}</w:tblBorders></w:tblPr>${rows.join('')}</w:tbl>`;
  });
  const styles = [1, 2, 3].map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/>` +
      `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${36 - 4 * level}"/></w:rPr></w:style>`,
  );
  const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (entries: string) =>
    `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;
  return [
    {
      name: '[Content_Types].xml',
      data:
        `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        `<Default Extension="rels" ContentType="${packageTypes}-package.relationships+xml"/>` +
        `<Override PartName="/word/document.xml" ContentType="${packageTypes}-officedocument.wordprocessingml.document.main+xml"/>` +
        `<Override PartName="/word/styles.xml" ContentType="${packageTypes}-officedocument.wordprocessingml.styles+xml"/>` +
        `<Override PartName="/docProps/core.xml" ContentType="${packageTypes}-package.core-properties+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: relations(
        `<Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/>` +
          '<Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
      ),
    },
    {
      name: 'word/_rels/document.xml.rels',
      data: relations(`<Relationship Id="r1" Type="${relationships}/styles" Target="styles.xml"/>`),
    },
    {
      name: 'word/document.xml',
      data: `${declaration}<w:document xmlns:w="${word}"><w:body>${body.join('')}</w:body></w:document>`,
    },
    { name: 'word/styles.xml', data: `${declaration}<w:styles xmlns:w="${word}">${styles.join('')}</w:styles>` },
    {
      name: 'docProps/core.xml',
      data:
        `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
        `xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(content.title ?? '')}</dc:title>` +
        `<dc:creator>${escapeXml(content.author ?? '')}</dc:creator><dc:language>${content.language ?? ''}</dc:language></cp:coreProperties>`,
    },
  ];
}

/**
 * A Word document with headings, paragraphs and tables; stored without compression it is the same bytes on every
 * machine.
 */
export function docxFile(content: DocxContent, options: { readonly deflate?: boolean } = {}): Uint8Array {
  const { deflate = false } = options;
  return zipFile(docxMembers(content).map((member) => ({ ...member, deflate })));
}
