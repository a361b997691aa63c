import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { assetUrl } from '../../../asset-url.ts';

let loading: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/**
 * A predefined character map (`90ms-RKSJ-H`, `Adobe-Japan1-UCS2`; ISO 32000-1, table 118) in the binary form of pdf.js,
 * or `undefined` where there is none of that name. Fonts that are not embedded need them: without, their characters are
 * mere numbers. All of Adobe's maps but those from UTF-8 and UTF-32 are there, 330 KB together, read on first use.
 */
export async function characterMap(name: string): Promise<Uint8Array | undefined> {
  loading ??= load();
  const map = (await loading).get(name);
  return map && new Uint8Array(map);
}

/** A brotli stream of the length of an index (4 bytes), the index as JSON `[name, length][]`, and the maps one after the other. */
async function load(): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await promisify(brotliDecompress)(await readFile(assetUrl('character-maps.br')));
  let offset = 4 + bytes.readUInt32LE(0);
  const index = JSON.parse(bytes.toString('utf8', 4, offset)) as [string, number][];
  const maps = new Map<string, Uint8Array>();
  for (const [name, length] of index) {
    maps.set(name, bytes.subarray(offset, offset + length));
    offset += length;
  }
  return maps;
}
