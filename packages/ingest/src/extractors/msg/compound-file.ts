/** A folder of a compound file. */
export interface CompoundStorage {
  readonly storages: ReadonlyMap<string, CompoundStorage>;
  readonly streamNames: readonly string[];
  /** The bytes of a stream; `undefined` where there is none of this name. Names are compared without case. */
  stream(name: string): Uint8Array | undefined;
}

const endOfChain = 0xfffffffe;
const free = 0xffffffff;
const headerSize = 512;
const entrySize = 128;
const [storageType, streamType, rootType] = [1, 2, 5];

interface Entry {
  /** Its place in the directory. */
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** Whether bytes begin as a compound file does. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}

/**
 * Opens a compound file ([MS-CFB]), the container of Outlook messages and of Office documents before 2007. Chains of
 * sectors that bite their own tail, streams that share sectors and trees with cycles end with an error, so that any bytes
 * take linear time and no more memory than they have.
 *
 * @throws Error when it is damaged or cut off
 */
export function openCompoundFile(bytes: Uint8Array): CompoundStorage {
  if (!isCompoundFile(bytes) || bytes.byteLength < headerSize) throw new Error('it is no compound file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  const miniShift = view.getUint16(32, true);
  if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw new Error('its header is damaged');
  const sectorSize = 1 << shift;
  const sectors = Math.ceil(bytes.byteLength / sectorSize) - 1;

  /** The bytes of a sector; the last one may be cut off by sloppy writers. */
  function sector(number: number): Uint8Array {
    if (number >= sectors) throw new Error('a part of it is missing, so it is cut off or damaged');
    const start = (number + 1) * sectorSize;
    return bytes.subarray(start, start + sectorSize);
  }

  function numbersOf(sectorBytes: Uint8Array): number[] {
    const numbers: number[] = [];
    const part = new DataView(sectorBytes.buffer, sectorBytes.byteOffset, sectorBytes.byteLength);
    for (let at = 0; at + 4 <= part.byteLength; at += 4) numbers.push(part.getUint32(at, true));
    return numbers;
  }

  function readTable(): number[] {
    const places = Array.from({ length: 109 }, (_, index) => view.getUint32(76 + 4 * index, true));
    const seen = new Set<number>();
    for (let next = view.getUint32(68, true); next < endOfChain && next !== free; ) {
      if (seen.has(next)) throw new Error('its table of sectors has a cycle');
      seen.add(next);
      const numbers = numbersOf(sector(next));
      next = numbers.pop() ?? endOfChain;
      places.push(...numbers);
    }
    const count = Math.min(view.getUint32(44, true), sectors);
    const table: number[] = [];
    for (const place of places.filter((each) => each < endOfChain).slice(0, count))
      for (const number of numbersOf(sector(place))) table.push(number);
    return table;
  }

  const table = readTable();

  function chain(start: number, next: readonly number[]): number[] {
    const numbers: number[] = [];
    for (let number = start; number < endOfChain; number = next[number] ?? endOfChain) {
      if (numbers.length > next.length) throw new Error('a chain of its sectors has a cycle');
      numbers.push(number);
    }
    return numbers;
  }

  /** Notes the stream that sectors belong to. */
  function claim(numbers: readonly number[], owners: Int32Array, { index }: Entry): readonly number[] {
    for (const number of numbers) {
      if (owners[number] !== 0 && owners[number] !== index + 1) throw new Error('its streams share their bytes');
      owners[number] = index + 1;
    }
    return numbers;
  }

  const owners = new Int32Array(sectors);
  const wholeChain = (start: number): Uint8Array => Buffer.concat(chain(start, table).map(sector));

  const entries = entriesOf(wholeChain(view.getUint32(48, true)));
  const [root] = entries;
  if (root?.type !== rootType) throw new Error('its directory is damaged');
  const cutoff = view.getUint32(56, true);
  const miniStart = view.getUint32(60, true);
  let mini: { readonly table: number[]; readonly bytes: Uint8Array; readonly owners: Int32Array } | undefined;

  function openMini(): NonNullable<typeof mini> {
    const numbers = numbersOf(wholeChain(miniStart));
    return { table: numbers, bytes: wholeChain(root?.start ?? endOfChain), owners: new Int32Array(numbers.length) };
  }

  function read(entry: Entry): Uint8Array {
    const { start, size } = entry;
    if (size === 0) return new Uint8Array(0);
    let whole: Uint8Array;
    if (size < cutoff) {
      mini ??= openMini();
      const { table: next, bytes: all } = mini;
      const numbers = claim(chain(start, next), mini.owners, entry);
      whole = Buffer.concat(numbers.map((number) => all.subarray(number << miniShift, (number + 1) << miniShift)));
    } else whole = Buffer.concat(claim(chain(start, table), owners, entry).map(sector));
    if (whole.byteLength < size) throw new Error('a part of it is cut off');
    return whole.subarray(0, size);
  }

  const visited = new Set<number>();

  function storage(entry: Entry): CompoundStorage {
    const storages = new Map<string, CompoundStorage>();
    const streams = new Map<string, Entry>();
    const open = [entry.child];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const child = entries[index];
      if (child === undefined) continue;
      if (visited.has(index)) throw new Error('its directory has a cycle');
      visited.add(index);
      open.push(child.left, child.right);
      if (child.type === storageType) storages.set(child.name, storage(child));
      else if (child.type === streamType) streams.set(child.name.toLowerCase(), child);
    }
    return {
      storages,
      streamNames: Array.from(streams.values(), ({ name }) => name),
      stream(name) {
        const found = streams.get(name.toLowerCase());
        return found && read(found);
      },
    };
  }

  return storage(root);
}

function entriesOf(directory: Uint8Array): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const entries: Entry[] = [];
  for (let at = 0; at + entrySize <= directory.byteLength; at += entrySize) {
    const nameLength = Math.max(0, Math.min(64, view.getUint16(at + 64, true)) - 2);
    entries.push({
      index: entries.length,
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + nameLength)),
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}
