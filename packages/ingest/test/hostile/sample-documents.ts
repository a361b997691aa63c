import { axis, chart, chartPart, columns, levels, numbers, series, texts, title } from '../helpers/charts.ts';
import { cmsFile } from '../helpers/cms-file.ts';
import { docxFile } from '../helpers/docx-file.ts';
import { mhtmlFile } from '../helpers/mhtml-file.ts';
import { compoundFile, msgObject } from '../helpers/msg-file.ts';
import { odfFile } from '../helpers/odf-file.ts';
import { type OfficePart, officeFile } from '../helpers/office-file.ts';
import { brackets, display, fraction, inline, math, r, sup } from '../helpers/office-math.ts';
import { pdfFile } from '../helpers/pdf-file.ts';
import { tiffFile } from '../helpers/tiff-file.ts';
import { tnefFile } from '../helpers/tnef-file.ts';
import { xlsxFile, xlsxRows } from '../helpers/xlsx-file.ts';
import { zipFile } from '../helpers/zip-file.ts';

/** A whole document of some format. */
export interface SampleDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    text: `Line ${from + i} of the lease speaks of the notice period and the rent.`,
    x: 72,
    y: 720 - 14 * i,
  }));
const text = 'The tenant pays the rent in advance. Die Kündigungsfrist beträgt drei Monate.\n\n'.repeat(4);
const html = `<!doctype html><html lang="en"><head><title>Lease</title></head><body><nav>Home</nav><main><h1>Rent</h1>
<p>${text}</p><table><tr><th>Item<th>Fee</tr><tr><td colspan=2>Key</td></tr></table><pre>code</pre></main></body></html>`;
const mail = [
  'From: Ada <ada@example.com>',
  'To: bob@example.com',
  'Subject: =?utf-8?Q?K=C3=BCndigung?=',
  'Date: Fri, 03 May 2024 12:05:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8; format=flowed',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'The notice period is three months, =C3=BC.',
  '--b',
  'Content-Type: text/csv; name="fees.csv"',
  'Content-Disposition: attachment; filename="fees.csv"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('item,fee\nkey,5\n').toString('base64'),
  '--b--',
  '',
].join('\r\n');

const sales = chart(
  columns(
    series('Rent', { cat: levels(['Jan', 'Feb'], ['2024', undefined]), val: numbers([850, 870], '0.00') }),
    series('Fee', { cat: texts('Key', 'Lock'), val: numbers([5, 6]) }),
  ) + axis('catAx', 'b', title('Month')),
  title('Income'),
);
const extendedChart =
  '<cx:chartSpace xmlns:cx="cx"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="1"><cx:pt idx="0">Oak</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="0%"><cx:pt idx="0">0.5</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Stock</cx:v></cx:txData></cx:tx></cx:title><cx:series layoutId="treemap"><cx:dataId val="0"/></cx:series></cx:chart></cx:chartSpace>';
const diagram =
  '<dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst>';
const sum = math(
  'nary',
  '<m:chr m:val="∑"/>',
  ['sub', r('n=1')],
  ['sup', r('∞')],
  ['e', fraction(r('1'), sup(r('n'), r('2')))],
);
const rows = `<m:m><m:mr><m:e>${r('1')}</m:e><m:e>${r('0')}</m:e></m:mr></m:m>`;

/** A document of Word with charts, a diagram and formulas. */
function wordWithDrawings(): Uint8Array {
  const drawing = (content: string) => `<w:p><w:r><w:drawing>${content}</w:drawing></w:r></w:p>`;
  const body = [
    `<w:p><w:r><w:t>Area </w:t></w:r>${inline(r('π'), sup(r('r'), r('2')))}</w:p>`,
    `<w:p>${display(sum, brackets(rows), math('acc', '', ['e', r('x')]))}</w:p>`,
    drawing('<c:chart r:id="c"/>'),
    `<mc:AlternateContent><mc:Choice Requires="cx1">${drawing('<c:chart r:id="x"/>')}</mc:Choice><mc:Fallback/></mc:AlternateContent>`,
    drawing('<dgm:relIds r:dm="d"/>'),
  ];
  const parts: OfficePart[] = [
    {
      name: 'word/document.xml',
      root: 'w:document',
      data: `<w:body>${body.join('')}</w:body>`,
      refers: ['c chart charts/chart1.xml', 'x chartEx charts/chartEx1.xml', 'd diagramData diagrams/data1.xml'],
    },
    chartPart('word/charts/chart1.xml', sales),
    { name: 'word/charts/chartEx1.xml', data: extendedChart },
    { name: 'word/diagrams/data1.xml', root: 'dgm:dataModel', data: diagram },
  ];
  return officeFile(parts);
}

/** A small document of every format that is read. */
export function sampleDocuments(): SampleDocument[] {
  const encode = (content: string) => new TextEncoder().encode(content);
  const paragraph = (content: string) => `<a:p><a:r><a:t>${content}</a:t></a:r></a:p>`;
  const documents: SampleDocument[] = [
    { name: 'lease.txt', bytes: encode(text) },
    { name: 'utf16.txt', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') },
    {
      name: 'lease.md',
      bytes: encode(
        `---\ntitle: Lease\n---\n# Rent\n\n${text}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nx()\n\`\`\`\n`,
      ),
    },
    { name: 'fees.csv', bytes: encode(`item;fee\n${'"a ""key"""; 5\n'.repeat(30)}`) },
    { name: 'page.html', bytes: encode(html) },
    {
      name: 'data.json',
      bytes: encode(JSON.stringify({ lease: { rent: 850, notes: [text, { deep: [1, null, true] }] } })),
    },
    { name: 'data.jsonl', bytes: encode('{"a": 1, "b": "rent"}\n{"a": 2}\n'.repeat(10)) },
    {
      name: 'feed.xml',
      bytes: encode(
        `<?xml version="1.0"?><rss><channel><item><title>Rent</title><description>${text}</description></item></channel></rss>`,
      ),
    },
    { name: 'program.ts', bytes: encode('export function rent(): number {\n  return 850;\n}\n\n'.repeat(5)) },
    {
      name: 'letter.rtf',
      bytes: encode(
        String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}}{\*\x y}\pard Rent \'fc\u8364?\par{\b bold}\trowd\cell a\cell\row\par}`,
      ),
    },
    { name: 'saved.mhtml', bytes: mhtmlFile([{ type: 'text/html', content: html }]) },
    { name: 'mail.eml', bytes: encode(mail) },
    {
      name: 'box.mbox',
      bytes: encode(
        `From ada@example.com Fri May  3 12:05:00 2024\n${mail}\nFrom bob@example.com Fri May  3 12:05:00 2024\nSubject: two\n\nbody\n>From here\n`,
      ),
    },
    {
      name: 'lease.pdf',
      bytes: pdfFile({
        title: 'Lease',
        pages: [
          lines(1, 40),
          {
            lines: lines(41, 4),
            picture: [0, 0, 300, 300],
            annotations: ['<< /Type /Annot /Subtype /Text /Contents (note) /Rect [0 0 9 9] >>'],
          },
        ],
        outline: [{ title: 'Rent', page: 1 }],
        attachments: [{ name: 'fees.csv', content: 'item,fee\nkey,5\n' }],
      }),
    },
    {
      name: 'lease.docx',
      bytes: docxFile(
        {
          title: 'Lease',
          blocks: [
            { text: 'Rent', heading: 1 },
            { text },
            {
              rows: [
                ['Item', 'Fee'],
                ['Key', '5'],
              ],
            },
          ],
        },
        { deflate: true },
      ),
    },
    { name: 'drawings.docx', bytes: wordWithDrawings() },
    {
      name: 'slides.pptx',
      bytes: officeFile([
        {
          name: 'ppt/presentation.xml',
          root: 'p:presentation',
          data: '<p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst>',
          refers: ['s slide slides/slide1.xml'],
        },
        {
          name: 'ppt/slides/slide1.xml',
          root: 'p:sld',
          data: `<p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody>${paragraph('Rent')}</p:txBody></p:sp><p:grpSp><p:sp><p:txBody>${paragraph('body')}</p:txBody></p:sp></p:grpSp><p:graphicFrame><c:chart r:id="c"/></p:graphicFrame><p:graphicFrame><dgm:relIds r:dm="d"/></p:graphicFrame></p:spTree></p:cSld>`,
          refers: ['c chart ../charts/chart1.xml', 'd diagramData ../diagrams/data1.xml'],
        },
        chartPart('ppt/charts/chart1.xml', sales),
        { name: 'ppt/diagrams/data1.xml', root: 'dgm:dataModel', data: diagram },
      ]),
    },
    {
      name: 'fees.xlsx',
      bytes: xlsxFile({
        strings: ['Item', 'Fee'],
        formats: [14, '0.00 €'],
        sheets: [
          {
            name: 'Fees',
            rows: xlsxRows([['Item', 'Fee'], ...Array.from({ length: 25 }, (_, i) => [`Key ${i}`, 5 + i])]),
            parts: [
              [
                'drawing',
                'drawings/drawing1.xml',
                '<xdr:wsDr xmlns:xdr="xdr" xmlns:c="c" xmlns:r="r"><xdr:twoCellAnchor><xdr:from><xdr:row>1</xdr:row></xdr:from><xdr:graphicFrame><c:chart r:id="c"/></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>',
                ['c chart ../charts/chart1.xml'],
              ],
            ],
          },
          { name: 'Hidden', state: 'hidden', rows: xlsxRows([['a']]) },
        ],
        more: [{ name: 'xl/charts/chart1.xml', data: `<c:chartSpace xmlns:c="c" xmlns:a="a">${sales}</c:chartSpace>` }],
      }),
    },
    {
      name: 'lease.odt',
      bytes: odfFile({
        kind: 'text',
        body: `<text:h text:outline-level="1">Rent</text:h><text:p>${text}</text:p><table:table><table:table-row><table:table-cell table:number-columns-repeated="3"><text:p>a</text:p></table:table-cell></table:table-row></table:table>`,
      }),
    },
    {
      name: 'slides.odp',
      bytes: odfFile({
        kind: 'presentation',
        body: '<draw:page draw:name="one"><draw:frame><draw:text-box><text:p>Rent</text:p></draw:text-box></draw:frame></draw:page>',
      }),
    },
    {
      name: 'fees.ods',
      bytes: odfFile({
        kind: 'spreadsheet',
        body: '<table:table table:name="Fees"><table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="float" office:value="5" table:number-columns-repeated="2"><text:p>5</text:p></table:table-cell></table:table-row></table:table>',
      }),
    },
    {
      name: 'book.epub',
      bytes: zipFile([
        { name: 'mimetype', data: 'application/epub+zip' },
        {
          name: 'META-INF/container.xml',
          data: '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
        },
        {
          name: 'book.opf',
          data: '<package><metadata/><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
        },
        { name: 'c.xhtml', data: html, deflate: true },
      ]),
    },
    {
      name: 'mail.msg',
      bytes: compoundFile({
        ...msgObject({ 55: 'Notice', 3098: 'Ada', 4096: text }, 32),
        '__attach_version1.0_#00000000': msgObject(
          { 14087: 'list.csv', 14081: Buffer.from('name,price\npump,3\n') },
          8,
        ),
      }),
    },
    {
      name: 'winmail.dat',
      bytes: tnefFile({
        properties: [
          [0x0037, 'Notice'],
          [0x1000, text],
        ],
        attachments: [{ title: 'list.csv', data: Buffer.from('name,price\npump,3\n') }],
      }),
    },
    { name: 'contract.txt.p7m', bytes: cmsFile(Buffer.from(text)) },
    { name: 'scan.tiff', bytes: tiffFile([{ width: 40 }, { width: 40 }]) },
  ];
  return [
    ...documents,
    {
      name: 'case.zip',
      bytes: zipFile(
        documents
          .filter(({ name }) => /\.(?:txt|csv|docx|eml)$/.test(name))
          .map(({ name, bytes }) => ({ name: `case/${name}`, data: bytes, deflate: true })),
      ),
    },
  ];
}
