import { createPieceDecoder } from '../text-encoding.ts';
import { type CharacterKind, characterKind } from './character-kinds.ts';

const tables = new Map<string, readonly CharacterKind[]>();

/** What each of the 256 bytes means in an encoding of one byte for a character. */
export function singleByteTable(encoding: string): readonly CharacterKind[] {
  let table = tables.get(encoding);
  if (!table) {
    const decoder = createPieceDecoder(encoding);
    const text = decoder.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)) + decoder.finish();
    table = Array.from(text, characterKind);
    tables.set(encoding, table);
  }
  return table;
}
