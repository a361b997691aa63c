import { extname, join } from 'node:path';
import { checkIndexDirectory, type FileLayer, openIndexDirectory } from '@cubo/library';
import { tieredVectorsFormat } from './open-tiered-vectors.ts';
import { extensions } from './tier-state.ts';

const { cold, graph, graphVectors } = extensions;
const extensionOf = (name: string): string => extname(name).slice(1);
const isOfGraph = (name: string): boolean => [graph, graphVectors].some((extension) => extension === extensionOf(name));
const isDerived = (name: string): boolean => isOfGraph(name) || extensionOf(name) === cold;

/**
 * Throws away the graph and the cold segments of an index that are damaged: they are made of its vectors, and `optimize`
 * makes them anew. Gives whether the index was damaged and is no longer: false where all checksums are right, and where
 * those of the vectors or of the manifest are not, for there is nothing to make these of. Only a writer may do this.
 */
export async function mendTieredVectors(options: {
  directory: string;
  files: FileLayer;
  signal?: AbortSignal | undefined;
}): Promise<boolean> {
  const { directory, files, signal } = options;
  const format = tieredVectorsFormat;
  const problems = await checkIndexDirectory({ directory, files, format, signal });
  const damaged = problems.map(({ path = directory }) => path);
  if (damaged.length === 0 || !damaged.every(isDerived)) return false;
  const index = await openIndexDirectory({ directory, files, format });
  // Of no use without each other.
  const dropsGraph = damaged.some(isOfGraph);
  const isDropped = (name: string) => damaged.includes(join(directory, name)) || (dropsGraph && isOfGraph(name));
  await index.commit({ drop: index.manifest.files.map(({ name }) => name).filter(isDropped) });
  return true;
}
