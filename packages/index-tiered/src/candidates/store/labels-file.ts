import type { IndexFileWriter } from '@cubo/library';
import type { EngineDescription } from '../engines/load-engine.ts';

/** How an index of another library was made. */
export interface LabelsHead {
  readonly description: EngineDescription;
  /** How many vectors there were when it was trained, or made anew. */
  readonly trainedFor: number;
}

/** What belongs to an index of another library, and is not in its file. */
export interface Labels extends LabelsHead {
  /** The chunk of each label. */
  readonly ids: Float64Array;
}

/** `CUBOLAB` and a zero byte. */
const magic = 'CUBOLAB\0';
const version = 1;
const fixedBytes = 16;

/**
 * Writes what labels stand for: `CUBOLAB` and a zero byte; the version, 1, and the length *j* of what follows, 4 bytes
 * each; *j* bytes of JSON; 8 bytes for each id. All numbers are little-endian and unsigned.
 */
export async function writeLabels(writer: IndexFileWriter, { ids, ...head }: Labels): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const fixed = new Uint8Array(fixedBytes);
  new TextEncoder().encodeInto(magic, fixed);
  const view = new DataView(fixed.buffer);
  view.setUint32(8, version, true);
  view.setUint32(12, json.length, true);
  await writer.write(fixed);
  await writer.write(json);
  const encoded = new DataView(new ArrayBuffer(8 * ids.length));
  for (const [i, id] of ids.entries()) encoded.setBigUint64(8 * i, BigInt(id), true);
  await writer.write(new Uint8Array(encoded.buffer));
}

/** Reads them from bytes that match their checksum; nothing where they are of another version. */
export function readLabels(bytes: Uint8Array): Labels | undefined {
  const read = readLabelsHead(bytes);
  if (read === undefined) return undefined;
  const { head, end } = read;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = (bytes.length - end) / 8;
  const ids = Float64Array.from({ length: count }, (_, i) => Number(view.getBigUint64(end + 8 * i, true)));
  return { ...head, ids };
}

/** Reads how an index was made from the first bytes of its labels, and where that ends. */
export function readLabelsHead(bytes: Uint8Array): { head: LabelsHead; end: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== magic || view.getUint32(8, true) !== version) return undefined;
  const end = fixedBytes + view.getUint32(12, true);
  return { head: JSON.parse(new TextDecoder().decode(bytes.subarray(fixedBytes, end))) as LabelsHead, end };
}
