import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CuboError, type TrainableEmbedder, type TrainedEmbedder } from '@cubo/contracts';

/** A correct trainable embedder: it learns a vocabulary and embeds texts as word counts. */
export function vocabularyEmbedder(): TrainableEmbedder {
  return {
    id: 'vocabulary',
    configuration: 'vocabulary@1',
    maxSample: 10_000,
    async fit(sample, options) {
      options?.signal?.throwIfAborted();
      const seen = new Set<string>();
      for await (const text of sample) for (const word of words(text)) seen.add(word);
      return trained([...seen]);
    },
    async restore(directory) {
      const path = join(directory, 'vocabulary.txt');
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        throw unreadable(path, error);
      });
      const [checksum, ...vocabulary] = text.split('\n');
      if (checksum !== digest(vocabulary)) throw unreadable(path);
      return trained(vocabulary.slice(0, -1));
    },
  };
}

function trained(vocabulary: readonly string[]): TrainedEmbedder {
  const positions = new Map(vocabulary.map((word, index) => [word, index]));
  const dimensions = Math.max(1, vocabulary.length);

  function embed(text: string): Float32Array {
    const vector = new Float32Array(dimensions);
    for (const word of words(text)) {
      const index = positions.get(word);
      if (index !== undefined) vector[index] = (vector[index] as number) + 1;
    }
    const length = Math.hypot(...vector);
    return length === 0 ? vector : vector.map((value) => value / length);
  }
  return {
    id: 'vocabulary',
    fingerprint: `vocabulary@1:${digest(vocabulary).slice(0, 16)}`,
    dimensions,
    maxBatch: 64,
    async embedDocuments(texts, options) {
      options?.signal?.throwIfAborted();
      return texts.map(embed);
    },
    async embedQuery(text, options) {
      options?.signal?.throwIfAborted();
      return embed(text);
    },
    async save(directory) {
      // The empty last line stands before the end of the file, so that a file cut there is told from a whole one.
      const lines = [...vocabulary, ''];
      await writeFile(join(directory, 'vocabulary.txt'), [digest(lines), ...lines].join('\n'));
    },
  };
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function unreadable(path: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_INDEX_CORRUPT',
    message: `The vocabulary ${path} cannot be read.`,
    remedy: 'Train the embedder again.',
    path,
    cause,
  });
}
