import { type ZipMember, zipFile } from './zip-file.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

/** A part of an office document, and the parts it refers to: `id type target`. */
export interface OfficePart {
  readonly name: string;
  /** Content of the root element, or any bytes. */
  readonly data: string | Uint8Array;
  /** The root element, `w:document`; without one `data` is the whole part. */
  readonly root?: string;
  readonly refers?: readonly string[];
}

/** A package of the Office Open XML formats, made of hand-written parts; the first is the main part. */
export function officeFile(parts: readonly OfficePart[]): Uint8Array {
  const main = parts[0]?.name ?? '';
  const relations = (refers: readonly string[]) => {
    const entries = refers.map((refer) => {
      const [id, type, target] = refer.split(' ');
      return `<Relationship Id="${id}" Type="${relationshipTypes}${type}" Target="${target}"/>`;
    });
    return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
  };
  const types = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
  const members: ZipMember[] = [
    { name: '[Content_Types].xml', data: types },
    { name: '_rels/.rels', data: relations([`r1 officeDocument ${main}`]) },
  ];
  for (const { name, data, root, refers } of parts) {
    const content = root === undefined ? data : `${declaration}<${root} ${namespaces}>${String(data)}</${root}>`;
    members.push({ name, data: content, deflate: true });
    const slash = name.lastIndexOf('/');
    if (refers)
      members.push({ name: `${name.slice(0, slash)}/_rels/${name.slice(slash + 1)}.rels`, data: relations(refers) });
  }
  return zipFile(members);
}
