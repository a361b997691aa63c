import { setTimeout } from 'node:timers/promises';
import { nodeFileLayer } from '@cubo/library';
import { readRows } from '../../peers/serve.mjs';
import { openTieredVectors, type TieredVectorsOptions } from './tiered-parts.ts';

// Run as a process of its own: opens an index, and prints how much memory that takes.

/** What it is told, as JSON. */
export interface OpenRequest {
  readonly directory: string;
  readonly dimensions: number;
  readonly queries: string;
  readonly options: Partial<TieredVectorsOptions>;
}

/** What it prints, as JSON: bytes of resident memory. */
export interface OpenedMemory {
  readonly before: number;
  readonly opened: number;
  /** After a search for each query. */
  readonly searched: number;
}

const { directory, dimensions, queries: queryFile, options } = JSON.parse(process.argv[2] ?? '') as OpenRequest;
const queries = readRows(queryFile, dimensions);

async function residentBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  return process.memoryUsage.rss();
}

const before = await residentBytes();
const tier = await openTieredVectors({ directory, files: nodeFileLayer, dimensions, background: false, ...options });
const opened = await residentBytes();
for (const query of queries) await tier.search(query, { limit: 10 });
const searched = await residentBytes();
await tier.close();
process.stdout.write(JSON.stringify({ before, opened, searched } satisfies OpenedMemory));
