import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { median, quantile, type Round } from '../comparison/rounds.ts';
import { type ColdIndex, coldOptions } from './cold-index.ts';
import type { VectorsContext } from './context.ts';
import { openedMemory } from './opened-memory.ts';
import { dropFromPageCache } from './page-cache.ts';

/** Searches that are measured with nothing of the index in the page cache. */
const mostDropped = 40;

/** Measures what an index takes of the disk and of memory, and what a search takes when it has to wait for the disk. */
export async function measureDisk(context: VectorsContext, index: ColdIndex): Promise<void> {
  const { set, figure, message } = context;
  const { size, directory } = index;
  figure('bytesPerVector', size.listBytes / set.vectors, 'bytes on disk for each vector: codes and ids');
  figure('timesCodesAndIds', size.listBytes / set.vectors / (size.parts + 8), 'times as many as m + 8', 4);
  figure('fileBytesPerVector', size.bytes / set.vectors, 'bytes of that file for each vector, centroids included');
  figure('keptBytesPerVector', size.vectorBytes / set.vectors, 'bytes for each vector to rescore from');

  await measureDropped(context, index);
  message(`${set.name}: opening the index in new processes`);
  const { dimensions, queryFile: queries } = set;
  const memory = await openedMemory({ directory, dimensions, queries, options: coldOptions });
  figure('openedMiB', memory.opened / 2 ** 20, 'MiB of resident memory that opening the index adds');
  figure('searchedMiB', memory.searched / 2 ** 20, `MiB when it has been searched ${set.queries} times`);
}

async function measureDropped(context: VectorsContext, { cubo, name, directory }: ColdIndex): Promise<void> {
  const { set, figure, skip, message } = context;
  const files = (await readdir(directory)).filter((file) => /\.(ivfpq|vectors)$/.test(file));
  const paths = files.map((file) => join(directory, file));
  message(`${set.name}: searching with the page cache dropped`);
  const milliseconds: number[] = [];
  for (let from = 0; from < Math.min(mostDropped, set.queries); from++) {
    const reason = await dropFromPageCache(paths);
    if (reason !== undefined) {
      skip('searches with the page cache dropped', reason);
      return;
    }
    const round = await cubo.request<Round>('search', { name, limit: 10, from, count: 1 });
    milliseconds.push(...round.milliseconds);
  }
  figure('droppedP50', median(milliseconds), 'ms a search takes with nothing in the page cache, median', 3);
  figure('droppedP99', quantile(milliseconds, 0.99), 'ms that 99 of 100 take at most', 3);
}
