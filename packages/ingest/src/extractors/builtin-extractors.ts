import type { Extractor } from '@cubo/contracts';
import { cmsExtractor } from './cms/cms-extractor.ts';
import { codeExtractor } from './code/code-extractor.ts';
import { csvExtractor } from './csv/csv-extractor.ts';
import { docxExtractor } from './docx/docx-extractor.ts';
import { emlExtractor } from './eml/eml-extractor.ts';
import { epubExtractor } from './epub/epub-extractor.ts';
import { htmlExtractor } from './html/html-extractor.ts';
import { imageExtractor } from './image/image-extractor.ts';
import { jsonExtractor } from './json/json-extractor.ts';
import { markdownExtractor } from './markdown/markdown-extractor.ts';
import { mboxExtractor } from './mbox/mbox-extractor.ts';
import { mhtmlExtractor } from './mhtml/mhtml-extractor.ts';
import { msgExtractor } from './msg/msg-extractor.ts';
import { notebookExtractor } from './notebook/notebook-extractor.ts';
import { odpExtractor } from './odf/odp-extractor.ts';
import { odtExtractor } from './odf/odt-extractor.ts';
import { odsExtractor } from './ods/ods-extractor.ts';
import { pdfExtractor } from './pdf/pdf-extractor.ts';
import { pptxExtractor } from './pptx/pptx-extractor.ts';
import { rtfExtractor } from './rtf/rtf-extractor.ts';
import { textExtractor } from './text/text-extractor.ts';
import { tnefExtractor } from './tnef/tnef-extractor.ts';
import { xlsxExtractor } from './xlsx/xlsx-extractor.ts';
import { xmlExtractor } from './xml/xml-extractor.ts';
import { zipExtractor } from './zip/zip-extractor.ts';

/** The extractors that Cubo brings along. */
export function builtinExtractors(): Extractor[] {
  return [
    textExtractor(),
    codeExtractor(),
    markdownExtractor(),
    csvExtractor(),
    htmlExtractor(),
    mhtmlExtractor(),
    pdfExtractor(),
    docxExtractor(),
    pptxExtractor(),
    rtfExtractor(),
    odtExtractor(),
    odpExtractor(),
    imageExtractor(),
    xlsxExtractor(),
    odsExtractor(),
    zipExtractor(),
    jsonExtractor(),
    notebookExtractor(),
    xmlExtractor(),
    epubExtractor(),
    emlExtractor(),
    mboxExtractor(),
    msgExtractor(),
    tnefExtractor(),
    cmsExtractor(),
  ];
}
