import { createHash } from 'node:crypto';

/** A line of text on a page; `x` and `y` in points from the lower left corner. */
export interface PdfLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
  /** Degrees, anticlockwise. */
  readonly angle?: number;
}

/** A page with more on it than lines. */
export interface PdfPage {
  readonly lines: readonly PdfLine[];
  /** Degrees, clockwise. */
  readonly rotate?: number;
  /** Rectangle of a grey picture: left, bottom, width, height. */
  readonly picture?: readonly [number, number, number, number];
  /** Dictionaries of annotations, as they stand in the file. */
  readonly annotations?: readonly string[];
}

/** What a {@link pdfFile} holds. Lines of windows-1252 are set in Helvetica, others in a font as wide as ideographs. */
export interface PdfContent {
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  readonly pages: readonly (readonly PdfLine[] | PdfPage)[];
  /** Titles of an outline, each with its page (from 1). */
  readonly outline?: readonly { readonly title: string; readonly page: number }[];
  readonly attachments?: readonly { readonly name: string; readonly content: string }[];
  /**
   * Encrypts the document (standard security handler, revision 2, 40 bits), so that it opens with this password only.
   */
  readonly password?: string;
}

const beyondLatin1 = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, index) => [character, 0x80 + index]),
);

/** The bytes of a text in windows-1252, or `undefined` where it does not fit in there. */
function winAnsi(text: string): Buffer | undefined {
  const bytes = Array.from(text, (character) => beyondLatin1.get(character) ?? character.codePointAt(0) ?? 0);
  return bytes.some((byte) => byte > 0xff) ? undefined : Buffer.from(bytes);
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);

/** A PDF document (1.4), the same bytes every time. */
export function pdfFile(content: PdfContent): Uint8Array {
  const security = content.password === undefined ? undefined : createSecurity(content.password);
  const pages = content.pages.map((page): PdfPage => ('lines' in page ? page : { lines: page }));
  const objects: Buffer[] = [];
  const string = (bytes: Buffer, number: number) => `<${(security?.encrypt(bytes, number) ?? bytes).toString('hex')}>`;
  const stream = (plain: Buffer, more = '') => {
    const data = security?.encrypt(plain, objects.length + 1) ?? plain;
    const head = Buffer.from(`<< /Length ${data.length}${more} >>\nstream\n`);
    objects.push(Buffer.concat([head, data, Buffer.from('\nendstream')]));
  };
  const [outline = [], attachments = []] = [content.outline, content.attachments];
  const firstPage = 6;
  const unicodeFont = firstPage + 2 * pages.length;
  const firstTitle = unicodeFont + 3;
  const firstFile = firstTitle + outline.length + 1;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  const language = content.language ? ` /Lang ${string(Buffer.from(content.language), 1)}` : '';
  const outlines = outline.length > 0 ? ` /Outlines ${firstTitle} 0 R` : '';
  const files = attachments.map(({ name }, index) => {
    const file = string(Buffer.from(name), 1);
    return `${file} << /Type /Filespec /F ${file} /EF << /F ${firstFile + index} 0 R >> >>`;
  });
  const names = files.length > 0 ? ` /Names << /EmbeddedFiles << /Names [${files.join(' ')}] >> >>` : '';
  objects.push(Buffer.from(`<< /Type /Catalog /Pages 2 0 R${language}${outlines}${names} >>`));
  objects.push(Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`));
  for (const name of ['Helvetica', 'Helvetica-Bold'])
    objects.push(Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`));
  const info = [
    ['Title', content.title],
    ['Author', content.author],
  ].flatMap(([key, value]) => (value === undefined ? [] : [`/${key} ${string(utf16(value), 5)}`]));
  objects.push(Buffer.from(`<< ${info.join(' ')} >>`));
  for (const { lines, rotate = 0, picture, annotations = [] } of pages) {
    const [left, bottom, width, height] = picture ?? [];
    const image = picture && `q ${width} 0 0 ${height} ${left} ${bottom} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n`;
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length + 2} 0 R /Rotate ${rotate} ` +
          `/Annots [${annotations.join(' ')}] ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 ${unicodeFont} 0 R >> >> >>`,
      ),
    );
    stream(Buffer.from(lines.map(drawLine).join('') + (image ?? ''), 'latin1'));
  }
  objects.push(
    Buffer.from(
      `<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /Identity-H /DescendantFonts [${unicodeFont + 1} 0 R] ` +
        `/ToUnicode ${unicodeFont + 2} 0 R >>`,
    ),
    Buffer.from(
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /DW 1000 ' +
        `/CIDSystemInfo << /Registry ${string(Buffer.from('Adobe'), unicodeFont + 1)} ` +
        `/Ordering ${string(Buffer.from('Identity'), unicodeFont + 1)} /Supplement 0 >> >>`,
    ),
  );
  stream(
    Buffer.from(
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <ffff> ' +
        'endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap end end',
    ),
  );
  const last = firstTitle + outline.length;
  objects.push(Buffer.from(`<< /First ${firstTitle + 1} 0 R /Last ${last} 0 R /Count ${outline.length} >>`));
  for (const [index, { title, page }] of outline.entries()) {
    const number = objects.length + 1;
    const next = index + 1 < outline.length ? ` /Next ${number + 1} 0 R` : '';
    const target = `/Dest [${firstPage + 2 * (page - 1)} 0 R /Fit]`;
    objects.push(
      Buffer.from(`<< /Title ${string(utf16(title), number)} /Parent ${firstTitle} 0 R ${target}${next} >>`),
    );
  }
  for (const attachment of attachments) stream(Buffer.from(attachment.content), ' /Type /EmbeddedFile');
  if (security) objects.push(Buffer.from(security.dictionary));
  return assemble(objects, security !== undefined);
}

function drawLine({ text, x, y, size = 11, bold = false, angle = 0 }: PdfLine): string {
  const narrow = winAnsi(text);
  const bytes = narrow ?? Buffer.from(text, 'utf16le').swap16();
  const latin = bold ? 2 : 1;
  const font = narrow ? latin : 3;
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const matrix = [cosine, sine, -sine, cosine].map((value) => value.toFixed(6)).join(' ');
  return `BT /F${font} ${size} Tf ${matrix} ${x} ${y} Tm <${bytes.toString('hex')}> Tj ET\n`;
}

function assemble(objects: readonly Buffer[], encrypted: boolean): Uint8Array {
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let offset = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(offset);
    offset += part.length;
    parts.push(part);
  }
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = encrypted ? ` /Encrypt ${objects.length} 0 R` : '';
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n` +
        `<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R${encrypt} /ID [<${fileId}> <${fileId}>] >>\n` +
        `startxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const fileId = '00112233445566778899aabbccddeeff';
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

/** ISO 32000-1, 7.6.3: algorithms 1 to 4 for revision 2. */
function createSecurity(password: string): { encrypt(bytes: Buffer, object: number): Buffer; dictionary: string } {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = md5(padded, owner, permissions, Buffer.from(fileId, 'hex')).subarray(0, 5);
  const user = rc4(key, padding);
  return {
    encrypt: (bytes, object) => {
      const salt = Buffer.from([object & 0xff, (object >> 8) & 0xff, 0, 0, 0]);
      return rc4(md5(key, salt).subarray(0, 10), bytes);
    },
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`,
  };
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (i: number, j: number) => {
    [state[i], state[j]] = [state[j] as number, state[i] as number];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] as number)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number);
  }) as Buffer;
}
