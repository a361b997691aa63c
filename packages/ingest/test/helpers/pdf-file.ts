import { createHash } from 'node:crypto';

/** A line of text on a page; `x` and `y` in points from the lower left corner. */
export interface PdfLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
}

/** What a {@link pdfFile} holds; characters are those of windows-1252. */
export interface PdfContent {
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  readonly pages: readonly (readonly PdfLine[])[];
  /**
   * Encrypts the document (standard security handler, revision 2, 40 bits), so that it opens with this password only.
   */
  readonly password?: string;
}

const beyondLatin1 = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, index) => [character, 0x80 + index]),
);

function winAnsi(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const byte = beyondLatin1.get(character) ?? character.charCodeAt(0);
      if (byte > 0xff) throw new Error(`${character} is not in windows-1252`);
      return byte;
    }),
  );
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]);

/** A PDF document (1.4) in Helvetica, the same bytes every time. */
export function pdfFile(content: PdfContent): Uint8Array {
  const security = content.password === undefined ? undefined : createSecurity(content.password);
  const objects: Buffer[] = [];
  const string = (bytes: Buffer, number: number) => `<${(security?.encrypt(bytes, number) ?? bytes).toString('hex')}>`;
  const kids = content.pages.map((_, index) => `${6 + 2 * index} 0 R`).join(' ');
  const language = content.language ? ` /Lang ${string(Buffer.from(content.language), 1)}` : '';
  objects.push(Buffer.from(`<< /Type /Catalog /Pages 2 0 R${language} >>`));
  objects.push(Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${content.pages.length} >>`));
  for (const name of ['Helvetica', 'Helvetica-Bold'])
    objects.push(Buffer.from(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`));
  const info = [
    ['Title', content.title],
    ['Author', content.author],
  ].flatMap(([key, value]) => (value === undefined ? [] : [`/${key} ${string(utf16(value), 5)}`]));
  objects.push(Buffer.from(`<< ${info.join(' ')} >>`));
  for (const lines of content.pages) {
    const number = objects.length + 1;
    const drawn = lines.map(
      ({ text, x, y, size = 11, bold = false }) =>
        `BT /F${bold ? 2 : 1} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${winAnsi(text).toString('hex')}> Tj ET\n`,
    );
    const plain = Buffer.from(drawn.join(''), 'latin1');
    const data = security?.encrypt(plain, number + 1) ?? plain;
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R ` +
          '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
      ),
    );
    objects.push(
      Buffer.concat([Buffer.from(`<< /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')]),
    );
  }
  if (security) objects.push(Buffer.from(security.dictionary));
  return assemble(objects, security !== undefined);
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
