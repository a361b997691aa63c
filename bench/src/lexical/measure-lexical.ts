import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FigureLog } from '../comparison/figure-log.ts';
import { type LineProcess, startLineProcess } from '../comparison/line-process.ts';
import { type Contestant, contest, type Round, recallAt, timesAsLong } from '../comparison/rounds.ts';
import type { LexicalBuild, LexicalBuilt, LexicalMemory } from './cubo-lexical-program.ts';
import { type LexicalPeerName, mostTextsOf, startLexicalPeer } from './lexical-peers.ts';
import type { LexicalSet } from './lexical-set.ts';

/** What the measurements of a set share. */
export interface LexicalContext extends FigureLog {
  /** Folder for indexes. */
  readonly directory: string;
  readonly set: LexicalSet;
  /** Rounds that count. */
  readonly rounds: number;
  readonly peers: readonly LexicalPeerName[];
  /** Minutes that a peer may take to make its index. */
  readonly patience: number;
  message(text: string): void;
}

const program = fileURLToPath(new URL('./cubo-lexical-program.ts', import.meta.url));
const megabyte = 1_000_000;
const mebibyte = 2 ** 20;
/** Hits that are asked for: a page of results, and what a hybrid search takes. */
const limits = [10, 100] as const;

/** What short-lived objects may take, as in the threads that ingest and search (12 MB, of which a semispace is a third). */
const youngGeneration = '--max-semi-space-size=4';

function startCubo(): LineProcess {
  return startLineProcess('Cubo', process.execPath, [...process.execArgv, youngGeneration, '--expose-gc', program]);
}

/** Measures the lexical index over the texts of a set, beside peers. */
export async function measureLexical(context: LexicalContext): Promise<void> {
  const { set, message } = context;
  const programs: LineProcess[] = [];
  const cubo = startCubo();
  programs.push(cubo);
  try {
    message(`${set.name}: building Cubo's index`);
    const directory = join(context.directory, 'cubo');
    const whole = await build(cubo, { ...set, name: 'whole', directory });
    tellBuild(context, whole);
    const bare = await buildBare(context, join(context.directory, 'bare'));
    context.figure('bareIndexShare', bare.bytes / set.bytes, 'times the text: the index without positions', 3);
    await tellMemory(context, directory);
    const sizes = await buildPeers(context, programs);
    for (const [texts, peers] of sizes) {
      const isWhole = texts === set.texts;
      const name = isWhole ? 'whole' : `first-${texts}`;
      if (!isWhole) await build(cubo, { ...set, name, texts, directory: join(context.directory, name) });
      for (const limit of limits) await compare(context, { cubo, name, texts, limit, peers });
    }
  } finally {
    for (const one of programs) await one.close();
  }
}

const build = (cubo: LineProcess, { name, directory, textFile, texts, language }: LexicalBuild & LexicalSet) =>
  cubo.request<LexicalBuilt>('build', { name, directory, textFile, texts, language });

/** In a process of its own, so that the memory of the other one is its own. */
async function buildBare({ set }: LexicalContext, directory: string): Promise<LexicalBuilt> {
  const builder = startCubo();
  try {
    const { textFile, texts, language } = set;
    const built = { name: 'bare', directory, textFile, texts, language, positions: false };
    return await builder.request<LexicalBuilt>('build', built);
  } finally {
    await builder.close();
  }
}

function tellBuild({ set, figure }: LexicalContext, built: LexicalBuilt): void {
  figure('texts', set.texts, 'texts', 0);
  figure('megabytes', set.bytes / megabyte, 'MB of text');
  figure('segments', built.segments, 'segments of the index', 0);
  figure('indexMegabytes', built.bytes / megabyte, 'MB that the index takes on disk');
  figure('indexShare', built.bytes / set.bytes, 'times the text: the index, with the positions of words', 3);
  figure(
    'indexMegabytesPerCpuSecond',
    set.bytes / megabyte / built.cpuSeconds,
    'MB of text indexed for each second of a core',
  );
  figure(
    'indexPeakMegabytes',
    built.peakBytes / megabyte,
    'MB of memory at most while it is made, the program included',
  );
}

/** What an index takes that was made before, in a process of its own. */
async function tellMemory({ set, figure }: LexicalContext, directory: string): Promise<void> {
  const reader = startCubo();
  try {
    const { queryFile } = set;
    const { before, opened, searched } = await reader.request<LexicalMemory>('open', { directory, queryFile });
    figure('openedMebibytes', (opened - before) / mebibyte, 'MiB of resident memory that opening the index adds');
    figure('searchedMebibytes', (searched - before) / mebibyte, 'MiB that opening and searching it adds');
  } finally {
    await reader.close();
  }
}

interface BuiltPeer {
  readonly name: LexicalPeerName;
  readonly program: LineProcess;
}

/** Lets the peers build their indexes; by the number of texts that they hold. The whole set is always there. */
async function buildPeers(context: LexicalContext, programs: LineProcess[]): Promise<Map<number, BuiltPeer[]>> {
  const { set, peers, patience, directory, message, figure, skip } = context;
  const sizes = new Map<number, BuiltPeer[]>([[set.texts, []]]);
  for (const name of peers) {
    const texts = Math.min(set.texts, mostTextsOf(name));
    const peer = startLexicalPeer(name);
    programs.push(peer);
    try {
      message(`${set.name}: building ${name}`);
      const parameters = { name: 'whole', textFile: set.textFile, texts, directory };
      const built = await peer.request<{ cpuSeconds: number; bytes?: number }>('build', parameters, patience);
      const megabytes = ((set.bytes / megabyte) * texts) / set.texts;
      figure(`${name}IndexMegabytesPerCpuSecond`, megabytes / built.cpuSeconds, `MB of text for each second: ${name}`);
      if (built.bytes !== undefined) figure(`${name}IndexMegabytes`, built.bytes / megabyte, `MB on disk: ${name}`);
      sizes.set(texts, [...(sizes.get(texts) ?? []), { name, program: peer }]);
    } catch (error) {
      skip(name, (error as Error).message);
    }
  }
  return sizes;
}

async function compare(
  context: LexicalContext,
  options: { cubo: LineProcess; name: string; texts: number; limit: number; peers: readonly BuiltPeer[] },
): Promise<void> {
  const { set, figure, skip, rounds } = context;
  const { cubo, name, texts, limit, peers } = options;
  const { queryFile } = set;
  const contestants: Contestant[] = [
    { name: 'cubo', run: () => cubo.request<Round>('search', { name, queryFile, limit }) },
    ...peers.map((peer) => ({
      name: peer.name,
      run: () => peer.program.request<Round>('search', { name: 'whole', queryFile, limit }),
    })),
  ];
  const outcomes = await contest(contestants, rounds, skip);
  const own = outcomes.get('cubo');
  if (own === undefined) return;
  const of = texts === set.texts ? '' : `${texts / 1000}k`;
  const among = of === '' ? '' : ` among the first ${texts} texts`;
  figure(`p50Of${limit}${of}`, own.p50, `ms a search for ${limit} takes, median${among}`, 3);
  figure(`p99Of${limit}${of}`, own.p99, 'ms that 99 of 100 take at most', 3);
  for (const peer of peers) {
    const outcome = outcomes.get(peer.name);
    if (outcome === undefined) continue;
    figure(`${peer.name}P50Of${limit}`, outcome.p50, `ms it takes, median: ${peer.name}${among}`, 3);
    figure(`timesOf${limit}${capitalized(peer.name)}`, timesAsLong(own, outcome), `times as long as ${peer.name}`, 4);
    const alike = recallAt(limit, outcome.ids, own.ids);
    figure(`alikeOf${limit}${capitalized(peer.name)}`, alike, `of Cubo's first ${limit} are among its first`, 3);
  }
}

const capitalized = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
