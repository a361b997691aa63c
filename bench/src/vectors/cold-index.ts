import { join } from 'node:path';
import type { LineProcess } from '../comparison/line-process.ts';
import { type Round, recallAt } from '../comparison/rounds.ts';
import type { VectorsContext } from './context.ts';
import type { ColdSize, CuboBuild, CuboBuilt } from './cubo-program.ts';
import type { TieredVectorsOptions } from './tiered-parts.ts';

/** All vectors are cold, however few. */
export const coldOptions = { hot: { capacity: 0, scanBytes: 0 } } satisfies Partial<TieredVectorsOptions>;

/** What measurements of an index of cold vectors share. */
export interface ColdIndex {
  readonly cubo: LineProcess;
  /** Its name in the process. */
  readonly name: string;
  readonly directory: string;
  readonly built: CuboBuilt;
  readonly size: ColdSize;
  /** The true neighbours of the queries. */
  readonly truth: Round['ids'];
  readonly recall: number;
  /** Searches once for each query. */
  search(limit: number): Promise<Round>;
}

/** Builds an index of cold vectors in a process of Cubo's. */
export async function buildCold(
  { set, directory, message }: VectorsContext,
  cubo: LineProcess,
  name: string,
  options: Partial<TieredVectorsOptions>,
  truth: Round['ids'],
): Promise<ColdIndex> {
  const { corpusFile: corpus, queryFile: queries, vectors, dimensions } = set;
  const folder = join(directory, name);
  message(`${set.name}: building Cubo's index of ${name} vectors`);
  const build = { name, directory: folder, corpus, queries, vectors, dimensions, options } satisfies CuboBuild;
  const built = await cubo.request<CuboBuilt>('build', { ...build });
  const size = await cubo.request<ColdSize>('describe', { directory: folder, dimensions });
  const search = (limit: number) => cubo.request<Round>('search', { name, limit });
  const recall = recallAt(10, (await search(10)).ids, truth);
  return { cubo, name, directory: folder, built, size, truth, recall, search };
}
