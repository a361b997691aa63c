import { open, stat } from 'node:fs/promises';
import { copyAgain, modelInvalid } from './model-error.ts';

/** A tensor of a safetensors file. */
export interface Tensor {
  /** `F32`, `F16`, `I8`, … */
  readonly type: string;
  readonly shape: readonly number[];
  /** Its values, little-endian, as they stand in the file. */
  read(): Promise<ArrayBuffer>;
}

/** The tensors of a safetensors file by their names. */
export type Tensors = ReadonlyMap<string, Tensor>;

const bytesOf: Readonly<Record<string, number>> = {
  ...{ F64: 8, F32: 4, F16: 2, BF16: 2 },
  ...{ I64: 8, I32: 4, I16: 2, I8: 1, U64: 8, U32: 4, U16: 2, U8: 1, BOOL: 1 },
};
/** What the format allows. */
const longestHeader = 100_000_000;
/** Node reads 2 GiB at once at most. */
const readBytes = 1 << 28;

/**
 * Reads what tensors a safetensors file has: eight bytes with the length of a JSON header, the header, the values. The
 * values are left where they are.
 *
 * @see https://github.com/huggingface/safetensors#format
 * @throws CuboError `CUBO_MODEL_INVALID` when the file is damaged or none of this format
 */
export async function readTensors(path: string): Promise<Tensors> {
  const damaged = (what: string, cause?: unknown) => modelInvalid(path, `is damaged: ${what}`, copyAgain, cause);
  const { size } = await stat(path);
  if (size < 8) throw damaged('it is shorter than any safetensors file');
  const headerLength = Number(new DataView(await readPart(path, 0, 8)).getBigUint64(0, true));
  if (headerLength > Math.min(size - 8, longestHeader)) throw damaged('its header goes beyond its end');
  const text = Buffer.from(await readPart(path, 8, headerLength)).toString();
  let header: unknown;
  try {
    header = JSON.parse(text);
  } catch (cause) {
    throw damaged('its header is no JSON', cause);
  }
  const tensors = new Map<string, Tensor>();
  for (const [name, entry] of Object.entries(header ?? {})) {
    if (name === '__metadata__') continue;
    const { dtype: type, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>;
    if (typeof type !== 'string' || !areCounts(shape) || !areCounts(offsets)) throw damaged(`${name} is no tensor`);
    const [begin = 0, end = 0] = offsets;
    const length = shape.reduce((a, b) => a * b, bytesOf[type] ?? Number.NaN);
    if (end - begin !== length || 8 + headerLength + end > size) throw damaged(`${name} goes beyond its end`);
    tensors.set(name, { type, shape, read: () => readPart(path, 8 + headerLength + begin, length) });
  }
  return tensors;
}

function areCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) && each >= 0);
}

async function readPart(path: string, at: number, length: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const file = await open(path);
  try {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await file.read(bytes, done, Math.min(readBytes, length - done), at + done);
      if (bytesRead === 0) throw modelInvalid(path, 'is damaged: it became shorter while it was read', copyAgain);
      done += bytesRead;
    }
  } finally {
    await file.close();
  }
  return bytes.buffer;
}
