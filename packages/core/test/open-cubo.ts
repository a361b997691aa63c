import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IngestEvent } from '@cubo/contracts';
import { onTestFinished } from 'vitest';
import { type Cubo, type CuboOptions, createCubo } from '../src/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/**
 * A knowledge base in a temporary folder beside a folder of documents; closed when the test is over. It works in the
 * calling thread unless it is told otherwise: a thread that runs the sources takes seconds to start.
 */
export async function openCubo(
  options: Partial<CuboOptions> = {},
): Promise<{ cubo: Cubo; documents: string; directory: string }> {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await mkdir(documents);
  const cubo = await createCubo({ path: join(directory, 'library'), threads: false, workers: 0, ...options });
  onTestFinished(() => cubo.close());
  return { cubo, documents, directory };
}

/** Writes files, making their folders. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** All events of an ingest. */
export async function collect(events: AsyncIterable<IngestEvent>): Promise<IngestEvent[]> {
  const collected: IngestEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** The last event of an ingest, which sums it up. */
export async function finish(events: AsyncIterable<IngestEvent>): Promise<Extract<IngestEvent, { type: 'done' }>> {
  const last = (await collect(events)).at(-1);
  if (last?.type !== 'done') throw new Error(`the last event is ${last?.type}`);
  return last;
}
