import assert from 'node:assert/strict';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCuboError } from '../errors/cubo-error.ts';
import type { TrainableEmbedder, TrainedEmbedder } from '../models/embedder.ts';
import { assertAborts } from './assert-aborts.ts';
import { assertCuboError, rejection } from './assert-cubo-error.ts';
import { assertSameVectors, assertVector } from './assert-vectors.ts';
import { stream } from './collect.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { embedderConformance } from './embedder-conformance.ts';
import { memoryFiles } from './memory-files.ts';
import { sampleTexts } from './sample-texts.ts';

/** What {@link trainableEmbedderConformance} needs. */
export interface TrainableEmbedderConformanceOptions {
  /** Makes the trainable embedder under test; called anew for each check. */
  create(): TrainableEmbedder;
  /** A new, empty directory on each call; the caller removes them afterwards. */
  temporaryDirectory(): string | Promise<string>;
  /** Texts to train on. Default: 200 short English ones. */
  readonly sample?: readonly string[] | undefined;
}

/**
 * The checks that every {@link TrainableEmbedder} must pass; those of `embedderConformance` on what it trains are among
 * them.
 */
export function trainableEmbedderConformance(options: TrainableEmbedderConformanceOptions): ConformanceCheck[] {
  const { create, temporaryDirectory, sample = sampleTexts(200) } = options;
  const otherSample = sample.slice(0, Math.ceil(sample.length / 2)).reverse();
  const probe = sample.slice(0, 2);

  const train = (texts = sample) => create().fit(stream(texts));
  const save = async (embedder: TrainedEmbedder) => {
    const directory = await temporaryDirectory();
    await embedder.save(directory);
    return directory;
  };
  const saved = async () => save(await train());
  return [
    ...embedderConformance({ create: () => train(), texts: sample.slice(0, 12) }).map(({ name, run }) => ({
      name: `what it trains: ${name}`,
      run,
    })),
    {
      name: 'describes itself',
      async run() {
        const { id, configuration, maxSample } = create();
        assert.ok(id.trim() !== '', 'the id is empty');
        assert.ok(configuration.trim() !== '', 'the configuration is empty');
        assert.equal(create().configuration, configuration, 'the same settings gave two configurations');
        assert.ok(maxSample > 0, 'maxSample must be positive');
      },
    },
    {
      name: 'learns the same from the same sample',
      run: async () => assertSameEmbedder(await train(), await train(), probe, 'a second training'),
    },
    {
      name: 'gives another fingerprint for another sample',
      async run() {
        const [one, other] = [await train(), await train(otherSample)];
        assert.notEqual(one.fingerprint, other.fingerprint, 'two samples gave the same fingerprint');
      },
    },
    {
      name: 'gives embedders that do not disturb each other',
      async run() {
        const trainable = create();
        const first = await trainable.fit(stream(sample));
        const { fingerprint } = first;
        const vectors = await first.embedDocuments(probe);
        const second = await trainable.fit(stream(otherSample));
        assert.equal(first.fingerprint, fingerprint, 'the fingerprint changed by another training');
        assertSameVectors(await first.embedDocuments(probe), vectors, 'after another training');
        await assertSameEmbedder(second, await train(otherSample), probe, 'the second training');
      },
    },
    {
      name: 'restores what it saved',
      async run() {
        const embedder = await train();
        const restored = await create().restore(await save(embedder));
        await assertSameEmbedder(restored, embedder, probe, 'the restored embedder');
        const again = await create().restore(await save(restored));
        await assertSameEmbedder(again, embedder, probe, 'the embedder restored from a restored one');
      },
    },
    {
      name: 'keeps to the files it is given, where it says so',
      async run() {
        if (create().usesFiles !== true) return;
        const directory = await temporaryDirectory();
        const embedder = await train();
        const files = memoryFiles();
        await embedder.save(directory, { files });
        assert.deepEqual(await readdir(directory), [], 'save() wrote past the files it was given');
        const restored = await create().restore(directory, { files });
        await assertSameEmbedder(restored, embedder, probe, 'the embedder restored from given files');
      },
    },
    {
      name: 'refuses an empty directory',
      async run() {
        const directory = await temporaryDirectory();
        await assertCuboError(() => create().restore(directory), 'an empty directory', 'CUBO_INDEX_CORRUPT');
      },
    },
    {
      name: 'refuses truncated files',
      run: () =>
        eachDamaged(saved, async (path) => truncate(path, Math.floor((await readFile(path)).length / 2)), create),
    },
    {
      name: 'refuses files with a changed byte',
      run: () =>
        eachDamaged(
          saved,
          async (path) => {
            const bytes = await readFile(path);
            const middle = bytes.length >> 1;
            bytes[middle] = (bytes[middle] as number) ^ 1;
            await writeFile(path, bytes);
          },
          create,
        ),
    },
    {
      name: 'honours an aborted signal in fit()',
      run: () => assertAborts((signal) => create().fit(stream(sample), { signal }), 'fit()'),
    },
    {
      name: 'passes on an error of the sample',
      async run() {
        const failure = new Error('the library is gone');
        async function* failing(): AsyncGenerator<string> {
          yield* otherSample;
          throw failure;
        }
        const error = await rejection(() => create().fit(failing()), 'an error of the sample must reach the caller');
        assert.equal(error, failure, 'the error must be the one of the sample');
      },
    },
    {
      name: 'trains on samples without content or refuses them',
      async run() {
        for (const texts of [[], [''], ['?', '?'], ['one'], ['the same text', 'the same text']]) {
          let embedder: TrainedEmbedder;
          try {
            embedder = await train(texts);
          } catch (error) {
            if (!isCuboError(error)) throw error;
            continue;
          }
          for (const vector of await embedder.embedDocuments(probe)) {
            assertVector(vector, embedder.dimensions, `trained on ${JSON.stringify(texts)}`);
          }
        }
      },
    },
  ];
}

/** Fails unless damage to any one of the saved files makes `restore` refuse. */
async function eachDamaged(
  saved: () => Promise<string>,
  damage: (path: string) => Promise<void>,
  create: () => TrainableEmbedder,
): Promise<void> {
  const names = await readdir(await saved());
  assert.ok(names.length > 0, 'save() wrote no file');
  for (const name of names) {
    const directory = await saved();
    await damage(join(directory, name));
    await assertCuboError(() => create().restore(directory), `the damaged file ${name}`, 'CUBO_INDEX_CORRUPT');
  }
}

async function assertSameEmbedder(
  actual: TrainedEmbedder,
  expected: TrainedEmbedder,
  probe: readonly string[],
  what: string,
): Promise<void> {
  assert.equal(actual.fingerprint, expected.fingerprint, `${what}: the fingerprint differs`);
  assertSameVectors(await actual.embedDocuments(probe), await expected.embedDocuments(probe), what);
  const queries = await Promise.all([actual, expected].map((embedder) => embedder.embedQuery(probe[0] as string)));
  assertSameVectors(queries.slice(0, 1), queries.slice(1), `${what}, as a query`);
}
