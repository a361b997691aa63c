import { looksBinary } from '../text/encoding-detector.ts';

/** A format that is recognised by the bytes a file begins with. */
export interface ContentFormat {
  readonly mediaType: string;
  /** For people: `a PNG image`. */
  readonly name: string;
}

const signatures: readonly (readonly [bytes: string, mediaType: string, name: string])[] = [
  ['PK\x05\x06', 'application/zip', 'an empty ZIP archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage', 'an old or encrypted Microsoft Office document'],
  ['\x78\x9f\x3e\x22', 'application/ms-tnef', 'an attachment that only Outlook reads (TNEF, winmail.dat)'],
  ['{\\rtf', 'application/rtf', 'a Rich Text document'],
  ['\x89PNG\r\n\x1a\n', 'image/png', 'a PNG image'],
  ['\xff\xd8\xff', 'image/jpeg', 'a JPEG image'],
  ['GIF8', 'image/gif', 'a GIF image'],
  ['II*\0', 'image/tiff', 'a TIFF image'],
  ['MM\0*', 'image/tiff', 'a TIFF image'],
  ['\x1f\x8b', 'application/gzip', 'a gzip archive'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed', 'a 7-Zip archive'],
  ['Rar!\x1a\x07', 'application/vnd.rar', 'a RAR archive'],
  ['SQLite format 3\0', 'application/vnd.sqlite3', 'an SQLite database'],
  ['\x7fELF', 'application/x-elf', 'a program'],
];

/** Those whose first bytes also begin texts: they go on after a length. */
const patterns: readonly (readonly [start: RegExp, mediaType: string, name: string])[] = [
  [/^RIFF.{4}WEBP/s, 'image/webp', 'a WebP image'],
  [/^BM.{4}\0\0\0\0/s, 'image/bmp', 'a BMP image'],
];

/** What the types of content of CMS (RFC 5652) begin with. */
const cmsType = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07';

/** Office Open XML: the folder that the parts of a document lie in. */
const packageFolders: readonly (readonly [folder: string, format: ContentFormat])[] = [
  [
    'word/',
    {
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      name: 'a Word document',
    },
  ],
  [
    'xl/',
    {
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      name: 'an Excel workbook',
    },
  ],
  [
    'ppt/',
    {
      mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      name: 'a PowerPoint presentation',
    },
  ],
];

/** Formats whose archive begins with a member that names the media type. */
const typedArchives: readonly (readonly [type: string, mediaType: string, name: string])[] = [
  ['epub+zip', 'application/epub+zip', 'an EPUB book'],
  ['vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text', 'an OpenDocument text'],
  [
    'vnd.oasis.opendocument.presentation',
    'application/vnd.oasis.opendocument.presentation',
    'an OpenDocument presentation',
  ],
  [
    'vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.spreadsheet',
    'an OpenDocument spreadsheet',
  ],
  ['vnd.oasis.opendocument', 'application/vnd.oasis.opendocument.graphics', 'an OpenDocument file'],
];

/** What the archive of an office document or a book begins with; an archive of such documents begins with another name. */
const firstMembers =
  /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/|theme\/|mimetypeapplication\/)/;

/**
 * Recognises a binary format by the first bytes of a file (64 KB are enough); `undefined` for text and for what is not
 * known. Office documents, which are ZIP archives, are told apart by the names of the members that lie within those
 * bytes.
 */
export function contentFormat(head: Uint8Array): ContentFormat | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 1024)).toString('latin1');
  // Readers accept junk before the header of a PDF within the first kilobyte; a text may quote it, but not at its
  // beginning.
  const pdf = start.indexOf('%PDF-');
  if (pdf === 0 || (pdf > 0 && looksBinary(head))) return { mediaType: 'application/pdf', name: 'a PDF document' };
  if (start.startsWith('PK\x03\x04')) {
    const all = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
    return archiveFormat(all) ?? { mediaType: 'application/zip', name: 'a ZIP archive' };
  }
  for (const [bytes, mediaType, name] of signatures) if (start.startsWith(bytes)) return { mediaType, name };
  for (const [pattern, mediaType, name] of patterns) if (pattern.test(start)) return { mediaType, name };
  if (start.startsWith('0') && start.slice(0, 20).includes(cmsType))
    return { mediaType: 'application/pkcs7-mime', name: 'a signed or encrypted file (CMS)' };
  return undefined;
}

function archiveFormat(head: string): ContentFormat | undefined {
  if (!firstMembers.test(head.slice(30, 60))) return undefined;
  if (head.startsWith('mimetype', 30)) {
    for (const [type, mediaType, name] of typedArchives)
      if (head.startsWith(`mimetypeapplication/${type}`, 30)) return { mediaType, name };
    return undefined;
  }
  if (!head.includes('[Content_Types].xml')) return undefined;
  // The first member that lies in such a folder decides: what a document embeds, such as the workbook of a chart, has
  // members of its own, but lies in the document's folder itself.
  for (let at = 0; at >= 0; at = head.indexOf('PK\x03\x04', at + 1))
    for (const [folder, format] of packageFolders) if (head.startsWith(folder, at + 30)) return format;
  return undefined;
}

/** The media type of bytes that are text, by what they begin with. */
export function textFormat(head: Uint8Array): string {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 4096)).toString('latin1');
  if (looksLikeHtml(head)) return 'text/html';
  if (/^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(start)) return 'application/xml';
  if (/^From \S+ .*\d:\d\d.*\d{4}/.test(start)) return 'application/mbox';
  // A message begins with header fields and nothing else; some of its own must be among them.
  const header = start.split(/\r?\n\r?\n/, 1)[0] ?? '';
  if (isSavedPage(header)) return 'multipart/related';
  const fields = header.match(
    /^(?:from|to|subject|date|message-id|received|return-path|mime-version|delivered-to):/gim,
  );
  if (/^[\w-]+:[ \t]/.test(start) && new Set(fields?.map((name) => name.toLowerCase())).size >= 3)
    return 'message/rfc822';
  return 'text/plain';
}

/** A page that a browser saved with its pictures has the header of a message that was never sent to anyone. */
function isSavedPage(header: string): boolean {
  const isSent = /^(?:to|cc|bcc|received|message-id|return-path|delivered-to|reply-to):/im.test(header);
  const hasParts = /^mime-version:/im.test(header) && /^content-type:\s*multipart\/related\b/im.test(header);
  return /^[\w-]+:[ \t]/.test(header) && hasParts && !isSent;
}

/**
 * Whether bytes that are text are an HTML page: signs, an XML declaration and comments may come before its first tag.
 */
export function looksLikeHtml(head: Uint8Array): boolean {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 4096)).toString('latin1');
  let at = start.indexOf('<');
  if (at < 0 || /[a-z]/i.test(start.slice(0, at))) return false;
  for (;;) {
    const [begin, end] = start.startsWith('<?xml', at) ? ['<?xml', '?>'] : ['<!--', '-->'];
    if (!start.startsWith(begin, at)) return /^<(?:!doctype html|html)\b/i.test(start.slice(at, at + 20));
    const closed = start.indexOf(end, at + begin.length);
    if (closed < 0) return false;
    at = closed + end.length;
    while (start[at]?.trim() === '') at++;
  }
}
