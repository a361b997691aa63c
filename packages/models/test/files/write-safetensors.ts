import { writeFile } from 'node:fs/promises';

/** A tensor to be written. */
export interface WrittenTensor {
  readonly type: string;
  readonly shape: readonly number[];
  readonly values: ArrayBufferView;
}

/** Writes a safetensors file. */
export async function writeSafetensors(path: string, tensors: Readonly<Record<string, WrittenTensor>>): Promise<void> {
  const header: Record<string, unknown> = { __metadata__: { format: 'np' } };
  const parts: Buffer[] = [];
  let at = 0;
  for (const [name, { type, shape, values }] of Object.entries(tensors)) {
    header[name] = { dtype: type, shape, data_offsets: [at, at + values.byteLength] };
    parts.push(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
    at += values.byteLength;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  await writeFile(path, Buffer.concat([length, text, ...parts]));
}
