import { deepStrictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCubo } from '@cubo/core';
import { libraryContents } from './library-contents.ts';
import { writeMixedDocuments } from './write-mixed-documents.ts';

/** What a round of kills came to. */
export interface KillReport {
  /** Kills that met a running ingest. */
  readonly kills: number;
  /** Ingests that were done before their kill came. */
  readonly tooLate: number;
  /** Of the kills: how many left some documents searchable, but not all. */
  readonly halfWay: number;
}

/**
 * Kills `cubo ingest` with SIGKILL at random moments. After each kill `doctor` must be clean, and after the same command has run to its end the library must be
 * equal to one that was never interrupted. Throws at the first difference.
 */
export async function killIngest(options: {
  kills: number;
  seed: number;
  onProgress?: (text: string) => void;
}): Promise<KillReport> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-kill-'));
  try {
    return await killInDirectory(directory, options);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function killInDirectory(
  directory: string,
  { kills, seed, onProgress }: Parameters<typeof killIngest>[0],
): Promise<KillReport> {
  const documents = join(directory, 'documents');
  const files = await writeMixedDocuments(documents, seed);
  const reference = join(directory, 'reference');
  const started = performance.now();
  await ingest(documents, reference);
  const duration = performance.now() - started;
  const expected = await libraryContents(reference);
  const random = randomNumbers(seed);
  const report = { kills: 0, tooLate: 0, halfWay: 0 };
  while (report.kills < kills) {
    if (report.tooLate > 10 + kills) throw new Error('The ingest is always done before the kill comes.');
    const library = join(directory, `library-${report.kills}-${report.tooLate}`);
    // The first third is the start of the process; kills there would prove little.
    const moment = duration * (0.2 + 0.8 * random());
    const killed = await ingest(documents, library, moment);
    if (!killed) {
      report.tooLate++;
      continue;
    }
    report.kills++;
    const documentsLeft = await documentsAfterKill(library);
    if (documentsLeft > 0 && documentsLeft < files) report.halfWay++;
    await ingest(documents, library);
    deepStrictEqual(await libraryContents(library), expected, `after a kill at ${Math.round(moment)} ms`);
    await rm(library, { recursive: true, force: true });
    onProgress?.(
      `kill ${report.kills} of ${kills} at ${Math.round(moment)} ms: ${documentsLeft} of ${files} documents were in`,
    );
  }
  return report;
}

/** Opens what a kill left, asks doctor, and counts the documents. */
async function documentsAfterKill(library: string): Promise<number> {
  const cubo = await createCubo({ path: library });
  try {
    const { problems } = await cubo.doctor();
    deepStrictEqual(problems, [], 'doctor after a kill');
    return (await cubo.status()).documents;
  } finally {
    await cubo.close();
  }
}

/** Runs `cubo ingest` as a process of its own; true if it was killed after the given time. */
function ingest(documents: string, library: string, killAfter?: number): Promise<boolean> {
  const core = dirname(createRequire(import.meta.url).resolve('@cubo/core/package.json'));
  const command = [join(core, 'dist', 'cli.js'), 'ingest', documents, '--library', library, '--json'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] });
    let messages = '';
    child.stderr.on('data', (bytes) => {
      messages += String(bytes);
    });
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`cubo ingest ended with ${code ?? signal}: ${messages}`));
    });
  });
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
