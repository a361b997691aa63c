/** A vector that an engine takes for near. */
export interface EngineHit {
  /** Number of the vector, in the order in which they were added. */
  readonly label: number;
  /** What the engine takes for its inner product with the query. */
  readonly score: number;
}

/** An index of another library, in memory. */
export interface EngineIndex {
  /** Vectors it holds. */
  readonly size: number;
  /** Learns from vectors, one behind the other, before the first are added; does nothing where that is not needed. */
  train(vectors: Float32Array): void;
  /** Adds vectors, one behind the other, with so many threads; they get the next labels. */
  add(vectors: Float32Array, threads: number): void;
  /** At most `count` vectors, best first. */
  search(query: Float32Array, count: number): EngineHit[];
  /** Writes it to a file. */
  save(path: string): void;
}

/** Makes and reads the indexes of another library. What it throws is that library's own. */
export interface Engine {
  create(): EngineIndex;
  load(path: string): EngineIndex;
}
