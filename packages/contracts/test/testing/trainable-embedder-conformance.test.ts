import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrainableEmbedder, TrainedEmbedder } from '@cubo/contracts';
import { embedderConformance, trainableEmbedderConformance } from '@cubo/contracts/testing';
import { afterAll, describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';
import { vocabularyEmbedder } from './reference/vocabulary-embedder.ts';

const directories: string[] = [];
afterAll(() => Promise.all(directories.map((directory) => rm(directory, { recursive: true }))));

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-trainable-'));
  directories.push(directory);
  return directory;
}

const suite = (create: () => TrainableEmbedder) => trainableEmbedderConformance({ create, temporaryDirectory });

/** The suite without the checks of `embedderConformance`, which have tests of their own. */
const training = (create: () => TrainableEmbedder) =>
  suite(create).filter(({ name }) => !name.startsWith('what it trains: '));

describe('trainableEmbedderConformance', () => {
  passes(suite(vocabularyEmbedder));
  catches(
    training(vocabularyEmbedder),
    (
      [
        ['an empty id', 'describes itself', () => mutant(vocabularyEmbedder(), { id: '' })],
        ['an empty configuration', 'describes itself', () => mutant(vocabularyEmbedder(), { configuration: ' ' })],
        ['a configuration of chance', 'describes itself', restless],
        ['a sample of nothing', 'describes itself', () => mutant(vocabularyEmbedder(), { maxSample: 0 })],
        ['a random start', 'learns the same from the same sample', random],
        ['one fingerprint for all', 'gives another fingerprint for another sample', nameless],
        ['one embedder for all trainings', 'gives embedders that do not disturb each other', shared],
        ['half of the state saved', 'restores what it saved', forgetful],
        [
          'files passed over',
          'keeps to the files it is given, where it says so',
          () => mutant(vocabularyEmbedder(), { usesFiles: true }),
        ],
        ['an empty directory restored', 'refuses an empty directory', trusting],
        ['truncated files restored', 'refuses truncated files', trusting],
        ['changed files restored', 'refuses files with a changed byte', unchecked],
        ['a signal that is not heard', 'honours an aborted signal in fit()', deaf],
        ['an error passed over', 'passes on an error of the sample', swallowing],
        ['an empty sample that crashes', 'trains on samples without content or refuses them', fragile],
      ] as const
    ).map(([name, caughtBy, create]) => ({ name, caughtBy, checks: training(create) })),
  );
  catches(
    embedderConformance({ create: () => vocabularyEmbedder().fit(each(['a', 'b'])) }).slice(0, 1),
    [
      { name: 'a trained embedder without an id', caughtBy: 'describes itself', checks: suite(anonymous).slice(0, 1) },
    ].map((broken) => ({
      ...broken,
      checks: broken.checks.map(({ name, run }) => ({ name: name.replace('what it trains: ', ''), run })),
    })),
  );
});

async function* each(texts: readonly string[]) {
  yield* texts;
}

/** Trains as it should, and gives something else. */
function retrained(change: (embedder: TrainedEmbedder) => TrainedEmbedder): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, { fit: async (sample, options) => change(await good.fit(sample, options)) });
}

function anonymous(): TrainableEmbedder {
  return retrained((embedder) => mutant(embedder, { id: '' }));
}

function random(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, {
    async fit(sample, options) {
      const texts: string[] = [];
      for await (const text of sample) texts.push(text);
      return good.fit(each([`word${Math.random()}`, ...texts]), options);
    },
  });
}

function restless(): TrainableEmbedder {
  return mutant(vocabularyEmbedder(), { configuration: `vocabulary@${Math.random()}` });
}

function nameless(): TrainableEmbedder {
  return retrained((embedder) => mutant(embedder, { fingerprint: 'vocabulary' }));
}

function shared(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  let latest: TrainedEmbedder | undefined;
  return mutant(good, {
    async fit(sample, options) {
      const embedder = await good.fit(sample, options);
      latest = embedder;
      return mutant(embedder, { embedDocuments: async (texts) => (latest ?? embedder).embedDocuments(texts) });
    },
  });
}

function forgetful(): TrainableEmbedder {
  return mutant(vocabularyEmbedder(), { restore: () => vocabularyEmbedder().fit(each(['something else'])) });
}

function trusting(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, { restore: (directory) => good.restore(directory).catch(() => good.fit(each(['nothing']))) });
}

/** Mends the checksum before it restores. */
function unchecked(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, {
    async restore(directory) {
      const name = 'vocabulary.txt';
      const copy = await temporaryDirectory();
      await cp(directory, copy, { recursive: true });
      const [, ...lines] = (await readFile(join(copy, name), 'utf8')).split('\n');
      const mended = await good.fit(each(lines));
      await mended.save(copy);
      await writeFile(join(directory, name), await readFile(join(copy, name)));
      return good.restore(directory);
    },
  });
}

function deaf(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, { fit: (sample) => good.fit(sample) });
}

function swallowing(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, { fit: (sample, options) => good.fit(sample, options).catch(() => good.fit(each(['a']))) });
}

function fragile(): TrainableEmbedder {
  const good = vocabularyEmbedder();
  return mutant(good, {
    async fit(sample, options) {
      const embedder = await good.fit(sample, options);
      if (embedder.dimensions === 1) throw new RangeError('singular matrix');
      return embedder;
    },
  });
}
