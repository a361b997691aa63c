/** What the vectors of a frame are for. */
export type FrameKind = 'end' | 'train' | 'add';

/** Vectors on their way to the process that builds: a kind, a number of vectors, and their float32 components. */
export interface VectorFrame {
  readonly kind: FrameKind;
  /** One behind the other. */
  readonly vectors: Float32Array;
}

const kinds: readonly FrameKind[] = ['end', 'train', 'add'];
const headBytes = 8;

/** The bytes of a frame, in the byte order of the machine, which both processes share. */
export function encodeFrame({ kind, vectors }: VectorFrame): Uint8Array {
  const bytes = new Uint8Array(headBytes + vectors.byteLength);
  new Uint32Array(bytes.buffer, 0, 2).set([kinds.indexOf(kind), vectors.byteLength]);
  bytes.set(new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength), headBytes);
  return bytes;
}

/** The frames of a stream; throws unless its last one is the end. */
export async function* decodeFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<VectorFrame> {
  let pieces: Uint8Array[] = [];
  let available = 0;
  let wanted = headBytes;
  let kind: FrameKind | undefined;

  for await (const piece of stream) {
    pieces.push(piece);
    available += piece.length;
    while (available >= wanted) {
      const bytes = Buffer.concat(pieces);
      const taken = Uint8Array.from(bytes.subarray(0, wanted)).buffer;
      pieces = [bytes.subarray(wanted)];
      available -= wanted;
      if (kind === undefined) {
        const [code, length] = new Uint32Array(taken) as unknown as [number, number];
        kind = kinds[code];
        wanted = length;
      } else {
        yield { kind, vectors: new Float32Array(taken) };
        if (kind === 'end') return;
        kind = undefined;
        wanted = headBytes;
      }
    }
  }
  throw new Error('The vectors end before their end.');
}
