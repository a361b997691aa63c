import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { SparseIndex } from '@cubo/contracts';
import { nodeFileLayer } from '@cubo/library';
import { createAnalyzer, openLexicalIndex } from '@cubo/retrieval';
import { serve, timeQueries, timeWork } from '../../peers/serve.mjs';
import { lineBlocks, readQueries } from '../../peers/texts.mjs';

// Run as a process of its own, beside those of the peers: keeps indexes by name and searches them.

/** What `build` is told; the index is made anew in the folder. */
export interface LexicalBuild {
  readonly name: string;
  readonly directory: string;
  readonly textFile: string;
  readonly texts: number;
  readonly language: string | undefined;
  /** Whether it keeps where words stand. Default true, as the index itself has it. */
  readonly positions?: boolean | undefined;
}

/** What it gives. */
export interface LexicalBuilt {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly bytes: number;
  readonly segments: number;
  /** The most memory of the process so far. */
  readonly peakBytes: number;
}

/** What `open` gives: bytes of resident memory, by themselves, with the index open, and after searches. */
export interface LexicalMemory {
  readonly before: number;
  readonly opened: number;
  readonly searched: number;
}

const indexes = new Map<string, SparseIndex>();

function openIndex(directory: string, positions?: boolean): Promise<SparseIndex> {
  return openLexicalIndex({ directory, files: nodeFileLayer, analyzer: createAnalyzer(), positions });
}

async function residentBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  return process.memoryUsage.rss();
}

serve({
  async build({ name, directory, textFile, texts, language, positions }: LexicalBuild): Promise<LexicalBuilt> {
    await rm(directory, { recursive: true, force: true });
    const index = await openIndex(directory, positions);
    indexes.set(name, index);
    const { seconds, cpuSeconds } = await timeWork(async () => {
      for (const { first, lines } of lineBlocks(textFile, texts)) {
        await index.add(lines.map((text, i) => ({ id: first + i, text, language })));
      }
      await index.flush();
    });
    const { bytes, segments } = index.stats();
    return { seconds, cpuSeconds, bytes, segments, peakBytes: process.resourceUsage().maxRSS * 1024 };
  },
  search({ name, queryFile, limit }: { name: string; queryFile: string; limit: number }) {
    const index = indexes.get(name) as SparseIndex;
    return timeQueries(readQueries(queryFile), async (query) =>
      (await index.search(query, { limit })).map(({ id }) => id),
    );
  },
  async open({ directory, queryFile }: { directory: string; queryFile: string }): Promise<LexicalMemory> {
    const before = await residentBytes();
    const index = await openIndex(directory);
    const opened = await residentBytes();
    for (const query of readQueries(queryFile)) await index.search(query, { limit: 10 });
    const searched = await residentBytes();
    await index.close();
    return { before, opened, searched };
  },
});
