import type { Tensor } from '../files/safetensors.ts';

/** Numbers as a tensor stores them; `halves` are 16-bit floats, which `halfValues()` translates. */
export type StoredNumbers =
  | { readonly kind: 'plain'; readonly values: Float32Array | Float64Array | Int8Array }
  | { readonly kind: 'halves'; readonly values: Uint16Array };

/** The numbers of a tensor, in the width they are stored in; `undefined` for a type that no static model has. */
export async function storedNumbers(tensor: Tensor): Promise<StoredNumbers | undefined> {
  switch (tensor.type) {
    case 'F64':
      return { kind: 'plain', values: new Float64Array(await tensor.read()) };
    case 'F32':
      return { kind: 'plain', values: new Float32Array(await tensor.read()) };
    case 'F16':
      return { kind: 'halves', values: new Uint16Array(await tensor.read()) };
    case 'I8':
      return { kind: 'plain', values: new Int8Array(await tensor.read()) };
    default:
      return undefined;
  }
}

/** The whole numbers of a tensor; `undefined` where it holds none. */
export async function storedIntegers(tensor: Tensor): Promise<Int32Array | undefined> {
  if (tensor.type === 'I32') return new Int32Array(await tensor.read());
  if (tensor.type === 'I64') return Int32Array.from(new BigInt64Array(await tensor.read()), Number);
  return undefined;
}
