/** Types of values as ONNX numbers them. */
export const onnxType = { float: 1, int64: 7, float16: 10 } as const;

/** A model of some nodes, as ONNX has it in protocol buffers. */
export function onnxModel(graph: {
  readonly nodes: readonly number[][];
  readonly constants: readonly number[][];
  readonly inputs: readonly number[][];
  readonly outputs: readonly number[][];
}): Uint8Array {
  const parts = [
    ...graph.nodes.map((each) => field(1, each)),
    field(2, text('tiny')),
    ...graph.constants.map((each) => field(5, each)),
    ...graph.inputs.map((each) => field(11, each)),
    ...graph.outputs.map((each) => field(12, each)),
  ].flat();
  return Uint8Array.from([...field(1, 8), ...field(8, [...field(1, text('')), ...field(2, 13)]), ...field(7, parts)]);
}

/** One operation. */
export function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly number[][] = [],
): number[] {
  return [
    ...inputs.flatMap((input) => field(1, text(input))),
    ...field(2, text(output)),
    ...field(4, text(operator)),
    ...attributes.flatMap((attribute) => field(5, attribute)),
  ];
}

/** An attribute of an operation. */
export function integer(name: string, given: number): number[] {
  return [...field(1, text(name)), ...field(3, given), ...field(20, 2)];
}

/** A constant tensor. */
export function constant(name: string, shape: readonly number[], values: Float32Array | BigInt64Array): number[] {
  const type = values instanceof Float32Array ? onnxType.float : onnxType.int64;
  const bytes = [...new Uint8Array(values.buffer, values.byteOffset, values.byteLength)];
  return [...shape.flatMap((size) => field(1, size)), ...field(2, type), ...field(8, text(name)), ...field(9, bytes)];
}

/** An input or an output; sizes that vary have a name. */
export function value(name: string, type: number, shape: readonly (string | number)[]): number[] {
  const dimensions = shape.flatMap((each) =>
    field(1, typeof each === 'number' ? field(1, each) : field(2, text(each))),
  );
  const tensor = [...field(1, type), ...field(2, dimensions)];
  return [...field(1, text(name)), ...field(2, field(1, tensor))];
}

function text(given: string): number[] {
  return [...Buffer.from(given)];
}

/** A field of a protocol buffer: a number, or bytes with their length. */
function field(number: number, content: number | readonly number[]): number[] {
  if (typeof content === 'number') return [...variableLength(number * 8), ...variableLength(content)];
  return [...variableLength(number * 8 + 2), ...variableLength(content.length), ...content];
}

function variableLength(given: number): number[] {
  return given < 128 ? [given] : [(given % 128) + 128, ...variableLength(Math.floor(given / 128))];
}
