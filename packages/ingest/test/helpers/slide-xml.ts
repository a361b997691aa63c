import { pptxExtractor } from '../../src/index.ts';
import { bytesSource } from './bytes-source.ts';
import { type OfficePart, officeFile } from './office-file.ts';
import { expectOrderedSections, extract } from './sections.ts';

/** Shapes of slides, and presentations made of them. */
export const paragraph = (text: string, properties = '') => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
export const shape = (body: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${body}</p:txBody></p:sp>`;
export const title = (text: string) => shape(paragraph(text), '<p:ph type="title"/>');
export const footer = (text: string) => shape(paragraph(text), '<p:ph type="ftr"/>');
export const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
export const cell = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`;
export const table = (columns: number, rows: readonly string[]) =>
  `<p:graphicFrame><a:graphic><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${'<a:gridCol/>'.repeat(columns)}</a:tblGrid>` +
  `${rows.map((row) => `<a:tr>${row}</a:tr>`).join('')}</a:tbl></a:graphic></p:graphicFrame>`;

interface SlideFile {
  readonly shapes: string;
  readonly refers?: readonly string[];
  readonly hidden?: boolean;
}

/** A presentation whose slides stand in the archive in the opposite order. */
export function presentation(
  slides: readonly SlideFile[],
  more: readonly OfficePart[] = [],
  extension = '',
): Uint8Array {
  const files = slides.map(({ shapes, refers, hidden }, index): OfficePart => {
    const data = `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"${hidden ? ' show="0"' : ''}>${tree(shapes)}</p:sld>`;
    return { name: `ppt/slides/slide${slides.length - index}.xml`, data, ...(refers && { refers }) };
  });
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`).join('');
  return officeFile([
    {
      name: 'ppt/presentation.xml',
      root: 'p:presentation',
      data: `<p:sldIdLst>${list}</p:sldIdLst>${extension}`,
      refers: [
        ...files.map(({ name }, index) => `rId${index} slide ${name.slice(4)}`),
        'au commentAuthors commentAuthors.xml',
      ],
    },
    ...files.reverse(),
    ...more,
  ]);
}

export async function read(...given: Parameters<typeof presentation>) {
  const extraction = await extract(pptxExtractor(), bytesSource('a.pptx', presentation(...given)));
  expectOrderedSections(extraction.sections);
  return extraction;
}
