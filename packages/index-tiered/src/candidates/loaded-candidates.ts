import type { Engine, EngineIndex } from './engines/engine.ts';
import type { EngineDescription } from './engines/load-engine.ts';
import { loadIndex } from './engines/load-index.ts';
import type { CandidateFiles, CandidateStore } from './store/candidate-store.ts';
import { isSameMaking } from './store/is-same-making.ts';
import type { Labels } from './store/labels-file.ts';

/** An index of another library, in memory. */
export interface Candidates {
  readonly index: EngineIndex;
  readonly labels: Labels;
}

/** The index of a store, as far as it is in memory. */
export interface LoadedCandidates {
  /** The index of the store's files, or nothing while it is being read, which begins when it is first asked for. */
  get(): Candidates | undefined;
  /** Waits until it is read. Nothing: there is none, it is damaged, made in another way, or larger than it may be. */
  read(): Promise<Candidates | undefined>;
  /** Has the index of files that were just written. */
  set(files: CandidateFiles, candidates: Candidates): void;
  /** Forgets it, waits until nothing is read any more, and reads nothing from then on. */
  close(): Promise<void>;
}

interface Loading {
  readonly name: string;
  candidates: Candidates | undefined;
  done: Promise<void>;
}

/** Reads indexes in the background: until one is there, and where it cannot be read, its vectors are scanned. */
export function loadedCandidates(options: {
  store: CandidateStore;
  engine: Engine;
  description: EngineDescription;
  mostBytes: number;
}): LoadedCandidates {
  const { store, engine, description, mostBytes } = options;
  let current: Loading | undefined;
  let closed = false;

  async function load(files: CandidateFiles): Promise<Candidates | undefined> {
    if (files.index.bytes > mostBytes) return undefined;
    try {
      const labels = await store.verify(files);
      if (closed || !isSameMaking(labels.description, description)) return undefined;
      const index = loadIndex(engine, store.path(files.index), files.index.bytes);
      return index.size === labels.ids.length ? { index, labels } : undefined;
    } catch {
      // It is damaged, was taken away by another process, or this version of the library cannot read it.
      return undefined;
    }
  }
  function begin(files: CandidateFiles): Loading {
    const loading: Loading = { name: files.index.name, candidates: undefined, done: Promise.resolve() };
    loading.done = load(files).then((candidates) => {
      loading.candidates = candidates;
    });
    return loading;
  }
  function now(): Loading | undefined {
    const files = closed ? undefined : store.files();
    if (files === undefined) current = undefined;
    else if (current?.name !== files.index.name) current = begin(files);
    return current;
  }
  return {
    get: () => now()?.candidates,
    async read() {
      const loading = now();
      await loading?.done;
      return loading?.candidates;
    },
    set(files, candidates) {
      current = { name: files.index.name, candidates, done: Promise.resolve() };
    },
    async close() {
      const loading = current;
      closed = true;
      current = undefined;
      await loading?.done;
    },
  };
}
