import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';

/** A folder of a compound file: streams by name, folders in it. */
export interface CompoundFolder {
  readonly [name: string]: Uint8Array | CompoundFolder;
}

/** Writes a compound file ([MS-CFB]). */
export function compoundFile(root: CompoundFolder): Uint8Array {
  const entries: Entry[] = [];
  function add(name: string, type: number, folder: CompoundFolder): number {
    const index = entries.length;
    const children: number[] = [];
    entries.push({ name, type, length: 0, children });
    for (const [child, content] of Object.entries(folder)) {
      if (!(content instanceof Uint8Array)) children.push(add(child, 1, content));
      else
        children.push(
          entries.push({
            name: child,
            type: 2,
            length: content.length,
            binaryProvider: () => Uint8Array.from(content),
          }) - 1,
        );
    }
    return index;
  }
  add('Root Entry', 5, root);
  return burn(entries);
}

/** Values of properties by number: texts, bytes, whole numbers, dates. */
export type MsgProperties = Readonly<
  Record<number, string | Uint8Array | number | Date | { readonly ansi: Uint8Array }>
>;

/** The streams of an object of an Outlook message ([MS-OXMSG]). */
export function msgObject(properties: MsgProperties, headerSize: number): CompoundFolder {
  const streams: Record<string, Uint8Array> = {};
  const entries: Buffer[] = [Buffer.alloc(headerSize)];
  for (const [key, value] of Object.entries(properties)) {
    const id = Number(key);
    const entry = Buffer.alloc(16);
    entry.writeUInt16LE(id, 2);
    const stream = (type: number, bytes: Uint8Array) => {
      streams[
        `__substg1.0_${id.toString(16).padStart(4, '0').toUpperCase()}${type.toString(16).padStart(4, '0').toUpperCase()}`
      ] = bytes;
      entry.writeUInt16LE(type, 0);
    };
    if (typeof value === 'string') stream(0x1f, Buffer.from(value, 'utf16le'));
    else if (value instanceof Uint8Array) stream(0x102, value);
    else if (typeof value === 'number') {
      entry.writeUInt16LE(3, 0);
      entry.writeInt32LE(value, 8);
    } else if (value instanceof Date) {
      entry.writeUInt16LE(0x40, 0);
      entry.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n, 8);
    } else stream(0x1e, value.ansi);
    entries.push(entry);
  }
  return { ...streams, '__properties_version1.0': Buffer.concat(entries) };
}
