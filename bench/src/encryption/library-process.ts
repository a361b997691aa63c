import { createCubo } from '@cubo/core';
import { percentile } from '../measure/repeat-searches.ts';
import type { LibraryTask, TaskCost } from './library-task.ts';

// A process that ingests into a library, or searches in one, and tells what that took.
const { path, key, corpus, queries = [] } = JSON.parse(process.argv[2] as string) as LibraryTask;

async function run(): Promise<TaskCost> {
  const encryption = key === undefined ? undefined : { key };
  // Searches are made in this thread: its processor time is theirs.
  await using cubo = await createCubo({ path, encryption, workers: 0 });
  const took: number[] = [];
  if (corpus !== undefined) await cubo.ingest(corpus);
  for (const query of queries.slice(0, 20)) await cubo.search(query);
  const before = process.cpuUsage();
  for (const query of queries) {
    const started = performance.now();
    await cubo.search(query);
    took.push(performance.now() - started);
  }
  const { user, system } = corpus === undefined ? process.cpuUsage(before) : process.cpuUsage();
  const { bytes, chunks } = await cubo.status();
  return {
    cpuSeconds: (user + system) / 1e6,
    median: percentile(took, 0.5),
    peakBytes: process.resourceUsage().maxRSS * 1024,
    libraryBytes: bytes.total,
    chunks,
  };
}

process.stdout.write(JSON.stringify(await run()));
