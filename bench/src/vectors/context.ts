import { fileURLToPath } from 'node:url';
import { type FigureLog, figureLog } from '../comparison/figure-log.ts';
import { type LineProcess, startLineProcess } from '../comparison/line-process.ts';
import type { Round } from '../comparison/rounds.ts';
import { type PeerName, startPeer } from './peers.ts';
import { type Settings, tune } from './tune.ts';
import type { VectorSet } from './vector-set.ts';

/** What the measurements of a set share. */
export interface VectorsContext extends FigureLog {
  /** Folder for indexes. */
  readonly directory: string;
  readonly set: VectorSet;
  /** Rounds that count. */
  readonly rounds: number;
  /** The peers that can take part. */
  readonly peers: readonly PeerName[];
  /** Minutes that a peer may take to make its index. */
  readonly patience: number;
  message(text: string): void;
}

/** Makes the context of a set. */
export function vectorsContext(
  shared: Omit<VectorsContext, 'figure' | 'skip' | 'figures' | 'skipped'>,
): VectorsContext {
  return { ...shared, ...figureLog(shared.set.name, shared.message) };
}

const cuboProgram = fileURLToPath(new URL('./cubo-program.ts', import.meta.url));

/** Starts a process for Cubo's indexes. */
export function startCubo(): LineProcess {
  return startLineProcess('Cubo', process.execPath, [...process.execArgv, cuboProgram]);
}

/** What the programs of peers give for `build`. */
export interface PeerBuilt {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Settings to choose from, see `tune`. */
  readonly rows: readonly (readonly Settings[])[];
}

/** A peer's index, and how it is searched at the recall that was asked for. */
export interface TunedPeer {
  readonly peer: PeerName;
  /** Name in the figures. */
  readonly name: string;
  readonly built: PeerBuilt;
  readonly recall: number;
  /** For people. */
  readonly description: string;
  run(): Promise<Round>;
}

/**
 * Lets a peer build an index of the first `vectors` of a set and finds the fastest way to search it at a recall; nothing
 * where it fails, or where no program was started.
 */
export async function tunedPeer(
  context: VectorsContext,
  peer: PeerName,
  program: LineProcess | undefined,
  options: {
    variant?: string | undefined;
    vectors: number;
    parameters: Readonly<Record<string, unknown>>;
    truth: Round['ids'];
    recall: number;
  },
): Promise<TunedPeer | undefined> {
  if (program === undefined) return undefined;
  const { variant, vectors, truth, recall } = options;
  const name = variant === undefined ? peer : `${peer} ${variant}`;
  const { message, patience, set, directory } = context;
  try {
    message(`${set.name}: building ${name}`);
    const { corpusFile: corpus, queryFile: queries, dimensions } = set;
    const parameters = { variant, corpus, queries, dimensions, vectors, directory, ...options.parameters };
    const built = await program.request<PeerBuilt>('build', parameters, patience);
    const search = (settings: Settings) => program.request<Round>('search', { variant, settings, limit: 10 });
    const tuned = await tune(built.rows, { run: search, truth, recall });
    const settings = Object.entries(tuned.settings).map(([key, value]) => `${key} ${value}`);
    const described = [name, ...settings, `recall ${tuned.recall.toFixed(4)}${tuned.reached ? '' : ', its best'}`];
    return {
      peer,
      name,
      built,
      recall: tuned.recall,
      description: described.join(', '),
      run: () => search(tuned.settings),
    };
  } catch (error) {
    context.skip(name, (error as Error).message);
    return undefined;
  }
}

/** Programs of peers that take part. */
export interface PeerPrograms {
  /** Starts one more program of a peer; nothing where that does not take part. */
  start(peer: PeerName): LineProcess | undefined;
  /** Ends all that were started. */
  close(): Promise<void>;
}

/** Keeps track of the programs of a measurement. */
export function peerPrograms({ peers }: VectorsContext): PeerPrograms {
  const started: LineProcess[] = [];
  return {
    start(peer) {
      if (!peers.includes(peer)) return undefined;
      const program = startPeer(peer);
      started.push(program);
      return program;
    },
    async close() {
      for (const program of started) await program.close();
    },
  };
}
