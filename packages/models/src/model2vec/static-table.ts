import type { CuboError } from '@cubo/contracts';
import { copyAgain, modelInvalid } from '../files/model-error.ts';
import type { Tensor, Tensors } from '../files/safetensors.ts';
import { halfValues } from '../numbers/half-values.ts';
import { type StoredNumbers, storedIntegers, storedNumbers } from '../numbers/stored-numbers.ts';

/** One vector for each token of a vocabulary. */
export interface StaticTable {
  /** Tokens that have a vector, from number 0 up. */
  readonly tokens: number;
  /** The sum of the vectors of tokens, as long as is asked for. */
  sum(tokens: readonly number[], dimensions: number): Sum;
}

type Sum = Float32Array | Float64Array;

const narrow: ReadonlySet<string> = new Set(['F32', 'F16']);

/** What a tensor of vectors is called by model2vec, by sentence-transformers, and by early models. */
const tensorNames = ['embeddings', 'embedding.weight', '0'];

/**
 * The tensor with the vectors.
 *
 * @throws CuboError `CUBO_MODEL_INVALID` when the file has none
 */
export function vectorsOf(tensors: Tensors, path: string): Tensor {
  const found = tensorNames.map((name) => tensors.get(name)).find((tensor) => tensor?.shape.length === 2);
  if (found?.shape.every((size) => size > 0)) return found;
  const names = [...tensors.keys()].slice(0, 3).join(', ');
  throw modelInvalid(
    path,
    `holds no static embeddings, but ${names === '' ? 'nothing' : names}`,
    'Pass the folder of a model of model2vec; one of another kind can be read by transformersEmbedder(), as ONNX.',
  );
}

/**
 * Reads the vectors. A model whose vocabulary is quantized has fewer vectors than tokens: `mapping` says which vector a
 * token has, and `weights` by what it is multiplied.
 *
 * @throws CuboError `CUBO_MODEL_INVALID`
 */
export async function readStaticTable(tensors: Tensors, path: string): Promise<StaticTable> {
  const vectors = vectorsOf(tensors, path);
  const [rows = 0, width = 0] = vectors.shape;
  const numbers = await storedNumbers(vectors);
  if (numbers === undefined) throw typeUnknown(path, 'vectors', vectors.type);
  const mapping = await readMapping(tensors.get('mapping'), rows, path);
  const tokens = mapping?.length ?? rows;
  const weights = await readWeights(tensors.get('weights'), tokens, path);
  const add = adder(numbers);
  // The width in which NumPy adds them up: the sum of many floats of 32 bits differs from the sixth digit on.
  const isNarrow = [vectors, tensors.get('weights')].every((tensor) => narrow.has(tensor?.type ?? 'F32'));
  return {
    tokens,
    sum(ids, dimensions) {
      const sum = isNarrow ? new Float32Array(dimensions) : new Float64Array(dimensions);
      for (const id of ids) add(sum, (mapping?.[id] ?? id) * width, weights?.[id] ?? 1);
      return sum;
    },
  };
}

/** Adds the numbers from a place on, multiplied by a weight. */
function adder(numbers: StoredNumbers): (sum: Sum, at: number, weight: number) => void {
  if (numbers.kind === 'halves') {
    const { values } = numbers;
    const value = halfValues();
    return (sum, at, weight) => {
      for (let i = 0; i < sum.length; i++) {
        sum[i] = (sum[i] as number) + (value[values[at + i] as number] as number) * weight;
      }
    };
  }
  const { values } = numbers;
  return (sum, at, weight) => {
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (values[at + i] as number) * weight;
  };
}

async function readMapping(tensor: Tensor | undefined, rows: number, path: string): Promise<Int32Array | undefined> {
  if (tensor === undefined) return undefined;
  const mapping = await storedIntegers(tensor);
  if (mapping === undefined) throw typeUnknown(path, 'mapping', tensor.type);
  if (mapping.some((row) => row < 0 || row >= rows)) {
    throw modelInvalid(path, 'is damaged: its mapping names a vector that it does not have', copyAgain);
  }
  return mapping;
}

async function readWeights(
  tensor: Tensor | undefined,
  tokens: number,
  path: string,
): Promise<ArrayLike<number> | undefined> {
  if (tensor === undefined) return undefined;
  const numbers = await storedNumbers(tensor);
  if (numbers === undefined) throw typeUnknown(path, 'weights', tensor.type);
  if (numbers.values.length !== tokens) {
    throw modelInvalid(path, `is damaged: it has ${numbers.values.length} weights for ${tokens} tokens`, copyAgain);
  }
  if (numbers.kind === 'plain') return numbers.values;
  const value = halfValues();
  return Float32Array.from(numbers.values, (bits) => value[bits] as number);
}

function typeUnknown(path: string, what: string, type: string): CuboError {
  return modelInvalid(
    path,
    `has ${what} of type ${type}`,
    'Save the model with vectors of 32-bit or 16-bit floats or 8-bit integers.',
  );
}
