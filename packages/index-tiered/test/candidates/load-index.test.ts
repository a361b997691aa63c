import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runBuildProcess } from '../../src/candidates/building/run-build-process.ts';
import type { VectorFrame } from '../../src/candidates/building/vector-frames.ts';
import { type EngineDescription, loadEngine } from '../../src/candidates/engines/load-engine.ts';
import { loadIndex } from '../../src/candidates/engines/load-index.ts';
import { createRandom } from '../../src/quantization/random.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { testedLibraries, titleOf } from './libraries.ts';
import { faissPackage, usearchPackage } from './packages.ts';

const dimensions = 8192;
const count = 1024;
const quick = { quantization: 'f32', connectivity: 4, expansionAdd: 4, expansionSearch: 4 } as const;
const descriptions: Record<'usearch' | 'faiss', EngineDescription> = {
  usearch: { name: 'usearch', package: usearchPackage.path, settings: { dimensions, ...quick } },
  faiss: { name: 'faiss', package: faissPackage.path, settings: { dimensions, factory: 'Flat' } },
};

async function* someVectors(): AsyncGenerator<VectorFrame> {
  const random = createRandom(8);
  for (let i = 0; i < 8; i++) {
    yield { kind: 'add', vectors: new Float32Array((count / 8) * dimensions).map(() => random() - 0.5) };
  }
}

for (const library of testedLibraries) {
  describe.skipIf(library.missing)(titleOf(library), () => {
    test('an index that is not used any more gives its memory back', async () => {
      const description = descriptions[library.name];
      const to = join(temporaryDirectory(), 'index');
      const never = new AbortController().signal;
      expect(await runBuildProcess({ description, mostBytes: 1e9, to }, someVectors(), never)).toEqual({
        added: count,
      });
      const engine = loadEngine(description);
      const { size: bytes } = statSync(to);
      const before = process.memoryUsage().rss;
      const loads = 24;
      for (let i = 0; i < loads; i++) {
        expect(loadIndex(engine, to, bytes).size).toBe(count);
        await wait(20);
      }
      expect(process.memoryUsage().rss - before).toBeLessThan((loads / 2) * bytes);
    }, 60_000);
  });
}
