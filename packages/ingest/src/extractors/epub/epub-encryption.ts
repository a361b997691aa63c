import { type EpubFile, readEpubXml } from './epub-package.ts';

/** Fonts are often disguised, which keeps nobody from reading the text. */
const fontObfuscation: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);

/** Paths of the files of a book that are encrypted (OCF 3.3, 4.2.6.3.2), fonts that are merely disguised left out. */
export async function encryptedEpubFiles(file: EpubFile): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  let algorithm: string | undefined;
  await readEpubXml(file, 'META-INF/encryption.xml', {
    open(name, attributes) {
      if (name === 'EncryptedData') algorithm = undefined;
      else if (name === 'EncryptionMethod') algorithm ??= attributes.Algorithm;
      else if (name === 'CipherReference' && attributes.URI && !fontObfuscation.has(algorithm ?? ''))
        paths.add(decodePath(attributes.URI));
    },
  });
  return paths;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/^\/+/, '');
  } catch {
    return path;
  }
}
