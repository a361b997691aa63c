import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Generator } from '@cubo/contracts';
import { type ManualClock, manualClock } from '@cubo/contracts/testing';
import { type Cubo, createCubo } from '@cubo/core';
import { onTestFinished } from 'vitest';
import { loadStudyPrompts } from '../../src/prompts/study-prompts.ts';
import type { StudyParts } from '../../src/study-parts.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A library in a temporary folder with documents, and the parts of a study over it; closed when the test is over. */
export async function openStudyParts(
  options: {
    readonly files?: Readonly<Record<string, string>>;
    readonly generator?: Generator;
    readonly parts?: Partial<StudyParts>;
  } = {},
): Promise<{ cubo: Cubo; parts: StudyParts & { clock: ManualClock }; documents: string }> {
  const { files = {}, generator, parts } = options;
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await mkdir(documents, { recursive: true });
  await writeFiles(documents, files);
  const cubo = await createCubo({ path: join(directory, 'library'), threads: false, workers: 0, embedder: false });
  onTestFinished(() => cubo.close());
  if (Object.keys(files).length > 0) await cubo.ingest(documents);
  const given: StudyParts & { clock: ManualClock } = {
    cubo,
    generator: cubo.holdGenerator(generator),
    prompts: loadStudyPrompts(),
    timeZone: 'UTC',
    random: seededRandom(1),
    ...parts,
    clock: manualClock(Date.UTC(2026, 0, 5, 12)),
  };
  return { cubo, parts: given, documents };
}

/** Writes files, making their folders. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Chance that is the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
