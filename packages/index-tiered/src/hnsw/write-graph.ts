import { crc32 } from 'node:zlib';
import { CuboError } from '@cubo/contracts';
import type { GraphState } from './graph-state.ts';
import { type LinkTable, linkChunk, linkOffset } from './link-table.ts';
import { encodeSnapshotHeader, idBytes, numberBytes } from './snapshot-header.ts';

/** How many ids or lists a piece holds. */
const perPiece = 1024;

/** The snapshot of a graph, in pieces; see {@link SnapshotHeader} for the format. */
export async function* writeGraph(state: GraphState): AsyncGenerator<Uint8Array> {
  const { revision } = state;
  let checksum = 0;
  for (const piece of pieces(state)) {
    if (state.revision !== revision) {
      throw new CuboError({
        code: 'CUBO_BAD_ARGUMENT',
        message: 'A graph was added to while its snapshot was written.',
        remedy: 'Add again when the snapshot is complete, and write another one.',
      });
    }
    checksum = crc32(piece, checksum);
    yield piece;
  }
  const end = new Uint8Array(numberBytes);
  new DataView(end.buffer).setUint32(0, checksum, true);
  yield end;
}

function* pieces(state: GraphState): Generator<Uint8Array> {
  const { parameters, ids, vertices, ground, upper } = state;
  const links = countLinks(ground) + countLinks(upper);
  yield encodeSnapshotHeader({ parameters, ids: ids.size, vertices, links });
  yield* entryPieces(ids.size, idBytes, (view, at, entry) => view.setBigUint64(at, BigInt(ids.id(entry)), true));
  yield* entryPieces(ids.size, numberBytes, (view, at, entry) => view.setUint32(at, ids.vertex(entry), true));
  yield* listPieces(ground);
  yield* listPieces(upper);
}

function* entryPieces(
  size: number,
  width: number,
  write: (view: DataView, at: number, entry: number) => void,
): Generator<Uint8Array> {
  for (let from = 0; from < size; from += perPiece) {
    const count = Math.min(perPiece, size - from);
    const view = new DataView(new ArrayBuffer(count * width));
    for (let i = 0; i < count; i++) write(view, i * width, from + i);
    yield new Uint8Array(view.buffer);
  }
}

function* listPieces(table: LinkTable): Generator<Uint8Array> {
  for (let from = 0; from < table.size; from += perPiece) {
    const to = Math.min(table.size, from + perPiece);
    const view = new DataView(new ArrayBuffer((to - from + countLinks(table, from, to)) * numberBytes));
    let at = 0;
    for (let list = from; list < to; list++) {
      const links = linkChunk(table, list);
      const first = linkOffset(table, list);
      const end = first + 1 + (links[first] as number);
      for (let i = first; i < end; i++, at += numberBytes) view.setUint32(at, links[i] as number, true);
    }
    yield new Uint8Array(view.buffer);
  }
}

function countLinks(table: LinkTable, from = 0, to = table.size): number {
  let links = 0;
  for (let list = from; list < to; list++) links += linkChunk(table, list)[linkOffset(table, list)] as number;
  return links;
}
