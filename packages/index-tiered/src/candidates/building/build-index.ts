import { statSync } from 'node:fs';
import type { Engine } from '../engines/engine.ts';
import type { EngineDescription } from '../engines/load-engine.ts';
import type { VectorFrame } from './vector-frames.ts';

/** What the process that builds is asked for. */
export interface BuildRequest {
  readonly description: EngineDescription;
  /** Path of an index that is to be added to; nothing: a new one. */
  readonly base?: string | undefined;
  /** Threads to work with. */
  readonly threads: number;
  /** The most bytes of the file: vectors that do not fit into a new one are left out. */
  readonly mostBytes: number;
  /** Path of the file to write. */
  readonly to: string;
}

/** What is asked for when the settings are tried. */
export type BuildTrial = Pick<BuildRequest, 'description'>;

/** What it is doing; told so that the last one is known when it ends before its end. */
export type BuildStage = 'create' | 'load' | 'train' | 'add' | 'search' | 'save';

/**
 * Makes or extends an index; gives how many of the vectors, in their order, were added: none where nothing of use fits.
 */
export async function buildIndex(
  engine: Engine,
  request: BuildRequest,
  frames: AsyncIterable<VectorFrame>,
  tell: (stage: BuildStage) => void,
): Promise<number> {
  const { description, base, mostBytes, threads, to } = request;
  const { dimensions } = description.settings;
  tell(base === undefined ? 'create' : 'load');
  const index = base === undefined ? engine.create() : engine.load(base);
  const before = index.size;
  const sample: Float32Array[] = [];
  const sizes: FileSize[] = [];
  let query: Float32Array | undefined;
  let most = Number.POSITIVE_INFINITY;

  for await (const { kind, vectors } of frames) {
    if (kind === 'train') sample.push(vectors);
    if (kind !== 'add') continue;
    if (query === undefined) {
      tell('train');
      index.train(joined(sample.splice(0)));
      query = vectors.slice(0, dimensions);
    }
    tell('add');
    const room = Math.max(0, most - index.size);
    index.add(vectors.subarray(0, Math.min(vectors.length, room * dimensions)), threads);
    if (base === undefined && sizes.length < 2) {
      index.save(to);
      sizes.push({ vectors: index.size, bytes: statSync(to).size });
      if (sizes.length === 2) most = howMany(fullness * mostBytes, sizes as [FileSize, FileSize]);
    }
  }
  // Two batches are measured; where that was too much already, there is no use in the rest.
  if (index.size > most || index.size === before || query === undefined) return 0;
  // What cannot be searched must not come into the process that searches.
  tell('search');
  index.search(query, Math.min(index.size, 64));
  tell('save');
  index.save(to);
  return statSync(to).size > mostBytes ? 0 : index.size - before;
}

/** Graphs have some vertices with more links than others, so that not all that seems to be left is. */
export const fullness = 0.95;

interface FileSize {
  readonly vectors: number;
  readonly bytes: number;
}

/** How many vectors a file of so many bytes holds, by what two of them came to. */
function howMany(bytes: number, [a, b]: [FileSize, FileSize]): number {
  const each = (b.bytes - a.bytes) / (b.vectors - a.vectors);
  return Math.floor(b.vectors + (bytes - b.bytes) / each);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
