import { type ExtractorConformanceOptions, extractorConformance } from '@cubo/contracts/testing';
import { describe, test } from 'vitest';
import { docxExtractor, odpExtractor, odtExtractor, pptxExtractor, rtfExtractor } from '../src/index.ts';
import { docxFile } from './helpers/docx-file.ts';
import { flatOdfFile, odfFile } from './helpers/odf-file.ts';
import { officeFile } from './helpers/office-file.ts';

const docx = docxFile({
  blocks: [
    { text: 'Übersicht', heading: 1 },
    {
      rows: [
        ['Teil', 'Frist'],
        ['Filter', '1 Woche'],
      ],
    },
  ],
});
const pptx = officeFile([
  {
    name: 'ppt/presentation.xml',
    root: 'p:presentation',
    data: '<p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst>',
    refers: ['s slide slides/slide1.xml'],
  },
  {
    name: 'ppt/slides/slide1.xml',
    root: 'p:sld',
    data: '<p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Größe</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>',
  },
]);
const rtf = Buffer.from("{\\rtf1\\ansi{\\b Gr\\'f6\\'dfe}\\par\\u8364? 5\\par}");

const text = { kind: 'text', body: '<text:h text:outline-level="1">Größe</text:h><text:p>5 €</text:p>' } as const;
const slides = {
  kind: 'presentation',
  body: '<draw:page><draw:frame><draw:text-box><text:p>Größe</text:p></draw:text-box></draw:frame></draw:page>',
} as const;

const formats: Readonly<Record<string, ExtractorConformanceOptions>> = {
  docx: {
    create: docxExtractor,
    sources: [{ name: 'a.docx', bytes: docx, contains: ['Filter | 1 Woche'] }],
    damaged: [{ name: 'cut.docx', bytes: docx.subarray(0, 600) }],
  },
  pptx: {
    create: pptxExtractor,
    sources: [{ name: 'a.pptx', bytes: pptx, contains: ['Größe'] }],
    damaged: [{ name: 'cut.pptx', bytes: pptx.subarray(0, 600) }],
  },
  odt: {
    create: odtExtractor,
    sources: [
      { name: 'a.odt', bytes: odfFile(text), contains: ['Größe', '5 €'] },
      { name: 'a.fodt', bytes: flatOdfFile(text), contains: ['Größe', '5 €'] },
    ],
    damaged: [{ name: 'cut.odt', bytes: odfFile(text).subarray(0, 600) }],
  },
  odp: {
    create: odpExtractor,
    sources: [{ name: 'a.odp', bytes: odfFile(slides), contains: ['Größe'] }],
    damaged: [{ name: 'cut.fodp', bytes: flatOdfFile(slides).subarray(0, 600) }],
  },
  rtf: {
    create: rtfExtractor,
    sources: [{ name: 'a.rtf', bytes: rtf, contains: ['Größe', '€ 5'] }],
    damaged: [{ name: 'a-text.rtf', bytes: 'no rtf' }],
  },
};

describe.each(Object.entries(formats))('%s', (_, options) => {
  for (const check of extractorConformance(options)) test(check.name, check.run);
});
