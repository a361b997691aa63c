import { type ZipMember, zipFile } from './zip-file.ts';

const namespaces = [
  ...['office', 'text', 'table', 'style', 'meta', 'presentation', 'manifest', 'chart'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'office:version="1.3"',
].join(' ');
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The parts of an OpenDocument file, as what stands in their elements. */
export interface OdfContent {
  readonly kind: 'text' | 'presentation' | 'spreadsheet';
  readonly body: string;
  readonly automaticStyles?: string;
  readonly styles?: string;
  readonly masterStyles?: string;
  readonly meta?: string;
  readonly isEncrypted?: boolean;
  readonly more?: readonly ZipMember[];
}

const bodyOf = ({ kind, body, automaticStyles = '' }: OdfContent) =>
  `<office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`;
const stylesOf = ({ styles = '', masterStyles = '' }: OdfContent) =>
  `<office:styles>${styles}</office:styles><office:master-styles>${masterStyles}</office:master-styles>`;
const metaOf = ({ meta = '' }: OdfContent) => `<office:meta>${meta}</office:meta>`;
const rooted = (name: string, content: string) =>
  `${declaration}<office:${name} ${namespaces}>\n  ${content}\n</office:${name}>`;

/** An OpenDocument package. */
export function odfFile(content: OdfContent): Uint8Array {
  const encryption = content.isEncrypted ? '<manifest:encryption-data/>' : '';
  const entry = `<manifest:file-entry manifest:full-path="content.xml">${encryption}</manifest:file-entry>`;
  return zipFile([
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${content.kind}` },
    { name: 'META-INF/manifest.xml', data: `<manifest:manifest ${namespaces}>${entry}</manifest:manifest>` },
    { name: 'content.xml', data: rooted('document-content', bodyOf(content)), deflate: true },
    { name: 'styles.xml', data: rooted('document-styles', stylesOf(content)), deflate: true },
    { name: 'meta.xml', data: rooted('document-meta', metaOf(content)), deflate: true },
    ...(content.more ?? []),
  ]);
}

/** The same as a single XML document. */
export function flatOdfFile(content: OdfContent): Uint8Array {
  return Buffer.from(rooted('document', metaOf(content) + stylesOf(content) + bodyOf(content)));
}
