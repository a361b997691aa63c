import { type ZipMember, zipFile } from './zip-file.ts';

/** A sheet of a workbook to write: the XML of its rows, and of what follows them. */
export interface XlsxSheet {
  readonly name: string;
  readonly state?: string;
  readonly rows: string;
  /** XML behind the rows. */
  readonly after?: string;
  /** Parts that the sheet refers to: type, name, XML, and what the part itself refers to: `id type target`. */
  readonly parts?: readonly (readonly [type: string, name: string, xml: string, refers?: readonly string[]])[];
  /** Default `worksheet`. */
  readonly type?: string;
}

/** A workbook to write. */
export interface XlsxContent {
  readonly sheets: readonly XlsxSheet[];
  readonly strings?: readonly string[];
  /** Number format of each style: an id or a code. */
  readonly formats?: readonly (number | string)[];
  readonly date1904?: boolean;
  /** XML in the workbook part behind the sheets. */
  readonly afterSheets?: string;
  readonly strict?: boolean;
  /** Further members of the archive. */
  readonly more?: readonly ZipMember[];
}

/** Rows of cells: texts inline, numbers, `undefined` for none. */
export function xlsxRows(rows: readonly (readonly (string | number | undefined)[] | undefined)[]): string {
  return rows
    .map((cells, row) =>
      cells === undefined
        ? ''
        : `<row r="${row + 1}">${cells
            .map((cell, column) => {
              const reference = `${String.fromCharCode(65 + column)}${row + 1}`;
              if (cell === undefined) return '';
              if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
              return `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`;
            })
            .join('')}</row>`,
    )
    .join('');
}

/** A workbook of Excel, as small as it may be. */
export function xlsxFile(content: XlsxContent): Uint8Array {
  const { sheets, strings = [], formats = [], date1904 = false, afterSheets = '', strict = false, more = [] } = content;
  const base = strict ? 'http://purl.oclc.org/ooxml' : 'http://schemas.openxmlformats.org';
  const namespace = `${base}/spreadsheetml/2006/main`;
  const types = `${base}/officeDocument/2006/relationships`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
  const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`;
  const codes = formats.map((format, index) => (typeof format === 'number' ? format : 164 + index));
  const members: ZipMember[] = [
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: relations(relation('r1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${namespace}" xmlns:r="${types}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets
        .map(({ name, state }, index) => {
          const hidden = state === undefined ? '' : ` state="${state}"`;
          return `<sheet name="${name}" sheetId="${index + 1}"${hidden} r:id="s${index}"/>`;
        })
        .join('')}</sheets>${afterSheets}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        ...sheets.map(({ type = 'worksheet' }, index) =>
          relation(`s${index}`, type, `worksheets/sheet${index + 1}.xml`),
        ),
        relation('strings', 'sharedStrings', 'sharedStrings.xml'),
        relation('styles', 'styles', '/xl/styles.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet><numFmts>${formats
        .map((format, index) =>
          typeof format === 'number'
            ? ''
            : `<numFmt numFmtId="${164 + index}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
        )
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${codes
        .map((id) => `<xf numFmtId="${id}"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', data: `<sst>${strings.map((string) => `<si>${string}</si>`).join('')}</sst>` },
  ];
  for (const [index, { rows, after = '', parts = [] }] of sheets.entries()) {
    const worksheet = `<worksheet xmlns="${namespace}"><sheetData>${rows}</sheetData>${after}</worksheet>`;
    const name = `sheet${index + 1}.xml`;
    members.push({ name: `xl/worksheets/${name}`, data: worksheet, deflate: true });
    if (parts.length === 0) continue;
    const all = parts.map(([type, part], id) => relation(`p${id}`, type, `../${part}`));
    members.push({ name: `xl/worksheets/_rels/${name}.rels`, data: relations(...all) });
    for (const [, part, xml, refers = []] of parts) {
      members.push({ name: `xl/${part}`, data: xml });
      if (refers.length === 0) continue;
      const slash = part.lastIndexOf('/');
      const own = refers.map((refer) => relation(...(refer.split(' ') as [string, string, string])));
      members.push({
        name: `xl/${part.slice(0, slash)}/_rels/${part.slice(slash + 1)}.rels`,
        data: relations(...own),
      });
    }
  }
  return zipFile([...members, ...more]);
}
