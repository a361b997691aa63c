import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SparseIndex } from '@cubo/contracts';
import { nodeFileLayer } from '@cubo/library';
import { createAnalyzer, type LexicalIndexOptions, openLexicalIndex } from '../../src/index.ts';

export const analyzer = createAnalyzer();

/** Runs with an empty directory that is removed afterwards. */
export async function withDirectory<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-lexical-'));
  try {
    return await run(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function open(directory: string, options: Partial<LexicalIndexOptions> = {}): Promise<SparseIndex> {
  return openLexicalIndex({ directory, files: nodeFileLayer, analyzer, ...options });
}

export async function found(index: SparseIndex, query: string, limit = 10): Promise<number[]> {
  return (await index.search(query, { limit })).map((hit) => hit.id);
}
