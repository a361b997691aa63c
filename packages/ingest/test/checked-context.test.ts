import type { ExtractContext, Extractor } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, textSource } from '../src/index.ts';
import { ingestInto, temporaryLibrary } from './helpers/temporary-library.ts';

test.each<[string, (context: ExtractContext) => void]>([
  [
    'The description of note:bad, as the extractor own@1 gives it, is no object.',
    ({ describe }) => describe(null as never),
  ],
  [', has as title what is no text.', ({ describe }) => describe({ title: 5 as never })],
  [', has as language what is no text.', ({ describe }) => describe({ language: {} as never })],
  [', has no number as pages.', ({ describe }) => describe({ pages: Number.NaN })],
  [', has metadata of no labels.', ({ describe }) => describe({ metadata: ['a'] as never })],
  [', has as the label "n" what no label can be.', ({ describe }) => describe({ metadata: { n: 10n as never } })],
  [
    ', cannot be read (not loaded).',
    ({ describe }) =>
      describe({
        get title(): string {
          throw new Error('not loaded');
        },
      }),
  ],
  ['An unread place of note:bad, ', ({ unread }) => unread({ place: 10n as never, reason: 'No.' })],
  [', has no text as reason.', ({ unread }) => unread({ place: 'page 1' } as never)],
])('what an extractor says in a wrong form spoils its own file only: %s', async (message, say) => {
  const library = await temporaryLibrary();
  const own: Extractor = {
    id: 'own@1',
    mediaTypes: ['application/x-own'],
    extensions: ['.own'],
    async *extract(_source, context) {
      // Where nobody hears what is thrown.
      setImmediate(() => say(context));
      await new Promise((resolve) => setTimeout(resolve, 5));
      yield { text: 'Text.', kind: 'prose', locator: { kind: 'characters', start: 0, end: 5 } };
    },
  };
  const bad = { ...textSource({ uri: 'note:bad', name: 'bad.own', text: 'x' }), mediaType: 'application/x-own' };
  const good = textSource({ uri: 'note:good', text: 'A good note.' });
  const registry = createExtractorRegistry([...builtinExtractors(), own]);
  const events = await ingestInto(library, memorySparseIndex(), [good, bad], { registry });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'file-finish',
      source: 'note:bad',
      outcome: 'skipped',
      code: 'CUBO_FORMAT_INVALID',
      reason: expect.stringContaining(message),
    }),
  );
  expect([...library.documents()].map(({ uri }) => uri)).toEqual(['note:good']);
});
