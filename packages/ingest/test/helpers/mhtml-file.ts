/** A part of a saved page. */
export interface MhtmlPart {
  readonly type: string;
  readonly content: string | Uint8Array;
  readonly location?: string;
  readonly id?: string;
}

/** Writes a page that a browser saved as a single file (RFC 2557), as Chromium does. */
export function mhtmlFile(parts: readonly MhtmlPart[], header: readonly string[] = chromium, related = ''): Uint8Array {
  const boundary = '----MultipartBoundary--x----';
  const written = parts.flatMap(({ type, content, location, id }) => {
    const isText = typeof content === 'string';
    return [
      `--${boundary}`,
      `Content-Type: ${type}`,
      ...(id ? [`Content-ID: <${id}>`] : []),
      `Content-Transfer-Encoding: ${isText ? 'quoted-printable' : 'base64'}`,
      ...(location ? [`Content-Location: ${location}`] : []),
      '',
      isText ? quotedPrintable(content) : Buffer.from(content).toString('base64'),
      '',
    ];
  });
  const type = `Content-Type: multipart/related;\r\n\ttype="text/html";${related}\r\n\tboundary="${boundary}"`;
  return Buffer.from([...header, 'MIME-Version: 1.0', type, '', '', ...written, `--${boundary}--`, ''].join('\r\n'));
}

const chromium = [
  'From: <Saved by Blink>',
  'Snapshot-Content-Location: https://example.com/rent/?page=2',
  'Subject: =?utf-8?Q?Die=20Miete=20f=C3=BCr=20Mai?=',
  'Date: Fri, 3 May 2024 12:05:00 -0000',
];

function quotedPrintable(text: string): string {
  const bytes = Array.from(Buffer.from(text), (byte) =>
    byte >= 0x80 || byte === 0x3d ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte),
  );
  const lines: string[] = [];
  let line = '';
  for (const part of bytes) {
    if (line.length + part.length > 75) {
      lines.push(`${line}=`);
      line = '';
    }
    if (part === '\n') {
      lines.push(line);
      line = '';
    } else line += part;
  }
  return [...lines, line].join('\r\n');
}
