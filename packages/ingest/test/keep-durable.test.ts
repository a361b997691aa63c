import { CuboError, type CuboErrorCode } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { type IngestSourcesOptions, recursiveChunker, textSource } from '../src/index.ts';
import { SourceProblem } from '../src/pipeline/source-problem.ts';
import { ingestInto, temporaryLibrary } from './helpers/temporary-library.ts';

const paragraph = (i: number) =>
  `This is paragraph ${i} about the quick brown fox that jumps over the lazy dog once more.`;
const large = textSource({ uri: 'x:large', text: Array.from({ length: 300 }, (_, i) => paragraph(i)).join('\n\n') });
const other = textSource({ uri: 'x:other', text: 'Another one.' });

/** Cuts as usual, and has a problem once, after 20 chunks; tells how many chunks it cut. */
function troubledOnce(error: CuboError) {
  let isOver = false;
  let cut = 0;
  const extract: NonNullable<IngestSourcesOptions['extract']> = async function* (source, { extractor }, context) {
    cut = 0;
    for await (const chunk of recursiveChunker().chunk(extractor.extract(source, context))) {
      if (cut === 20 && !isOver) {
        isOver = true;
        throw new SourceProblem(error);
      }
      cut++;
      yield chunk;
    }
  };
  return { extract, cut: () => cut };
}

function problem(code: CuboErrorCode, reason?: string): CuboError {
  const cause = reason && Object.assign(new Error(reason), { code: reason });
  return new CuboError({ code, message: 'It broke off.', remedy: 'Wait.', cause });
}

test('a document whose reading broke off for a reason that passes goes on behind what is durable', async () => {
  const library = await temporaryLibrary();
  const { extract, cut } = troubledOnce(problem('CUBO_SOURCE_UNREADABLE', 'EIO'));
  const options = { segmentCharacters: 4096, retrySeconds: [0.01], extract };
  const events = await ingestInto(library, memorySparseIndex(), [large], options);
  const finish = events.find((event) => event.type === 'file-finish');
  expect(finish?.outcome).toBe('indexed');
  expect(cut()).toBeGreaterThan(25);
  expect(finish?.chunks).toBeLessThan(cut() - 8);
  expect(library.snapshot().chunks.size).toBe(cut());
  expect(await library.check()).toEqual([]);
});

test.each<[CuboErrorCode, string | undefined]>([
  ['CUBO_SOURCE_TIMEOUT', undefined],
  ['CUBO_SOURCE_UNREADABLE', 'EACCES'],
  ['CUBO_FORMAT_INVALID', undefined],
])('a document that is not tried again, because of %s, keeps nothing of what was durable', async (code, reason) => {
  const library = await temporaryLibrary();
  const { extract } = troubledOnce(problem(code, reason));
  const pending: number[] = [];
  const look = () => pending.push(library.pendingDocuments().length);
  await ingestInto(library, memorySparseIndex(), [large, other], {
    segmentCharacters: 4096,
    retrySeconds: [0.01],
    extract(...given) {
      look();
      return extract(...given);
    },
    gone() {
      look();
      return [];
    },
  });
  expect(pending).toEqual([0, 1, 0]);
  expect(Array.from(library.documents(), ({ uri }) => uri)).toEqual(['x:other']);
});
