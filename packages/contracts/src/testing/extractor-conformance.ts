import assert from 'node:assert/strict';
import type { ExtractContext, Extractor } from '../documents/extractor.ts';
import type { Section } from '../documents/section.ts';
import type { Source } from '../documents/source.ts';
import { isCuboError } from '../errors/cubo-error.ts';
import { assertAborts } from './assert-aborts.ts';
import { assertCuboError, rejection } from './assert-cubo-error.ts';
import { assertSections } from './assert-sections.ts';
import { collect } from './collect.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { memorySource } from './memory-source.ts';

/** A file that an extractor under test can read. */
export interface ExtractorExample {
  /** File name with its extension. */
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly mediaType?: string | undefined;
  /** Texts that must be found, each within one section. */
  readonly contains?: readonly string[] | undefined;
  /**
   * The document text, for formats whose document text is the decoded file itself: every section must be a slice of it.
   */
  readonly documentText?: string | undefined;
}

/** What {@link extractorConformance} needs. */
export interface ExtractorConformanceOptions {
  /** Makes the extractor under test; called anew for each check. */
  create(): Extractor;
  /** At least one file that it reads. */
  readonly sources: readonly ExtractorExample[];
  /** Files that it must refuse: truncated, encrypted, of another format. */
  readonly damaged?: readonly ExtractorExample[] | undefined;
  /** What its context holds beside what every context has, such as an OCR engine. */
  readonly context?: Partial<ExtractContext> | undefined;
}

/** The checks that every {@link Extractor} must pass. */
export function extractorConformance(options: ExtractorConformanceOptions): ConformanceCheck[] {
  assert.ok(options.sources.length > 0, 'extractorConformance needs at least one source');
  const create = () => inContext(options.create(), options.context);
  return [
    { name: 'says what it reads', run: async () => assertDescription(create()) },
    ...options.sources.flatMap((example) => exampleChecks(create, example)),
    ...(options.damaged ?? []).map((example) => ({
      name: `${example.name}: is refused with a CuboError`,
      run: () => assertCuboError(() => extract(create(), memorySource(example)), example.name),
    })),
  ];
}

/** The extractor with what else its context shall hold. */
function inContext(extractor: Extractor, given: Partial<ExtractContext> | undefined): Extractor {
  if (given === undefined) return extractor;
  return { ...extractor, extract: (source, context) => extractor.extract(source, { ...given, ...context }) };
}

function exampleChecks(create: () => Extractor, example: ExtractorExample): ConformanceCheck[] {
  const check = (name: string, run: () => Promise<void>) => ({ name: `${example.name}: ${name}`, run });
  return [
    check('yields sections in order with exact ranges', async () => {
      const sections = await extract(create(), memorySource(example));
      assert.ok(sections.length > 0, 'it must yield at least one section');
      assertSections(sections, example.documentText);
    }),
    check('finds the expected texts', async () => {
      const sections = await extract(create(), memorySource(example));
      for (const text of example.contains ?? []) {
        assert.ok(
          sections.some((section) => section.text.includes(text)),
          `no section contains ${JSON.stringify(text)}`,
        );
      }
    }),
    check('gives the same result again, however the bytes arrive', async () => {
      const extractor = create();
      const first = await extract(extractor, memorySource(example));
      assert.deepEqual(await extract(extractor, memorySource(example)), first, 'the second run gave another result');
      // An odd size, so that pieces end inside of multi-byte characters.
      const pieceSize = example.bytes.length > 100_000 ? 4093 : 3;
      const pieces = await extract(extractor, memorySource({ ...example, pieceSize }));
      assert.deepEqual(pieces, first, `bytes in pieces of ${pieceSize} gave another result`);
    }),
    check('honours an aborted signal', () =>
      assertAborts((signal) => extract(create(), memorySource(example), { signal }), 'extract()'),
    ),
    check('lets go of the source when its reader stops early', async () => {
      const { source, open } = counting(memorySource({ ...example, pieceSize: 64 }));
      for await (const section of create().extract(source, context())) {
        assert.ok(section);
        break;
      }
      assert.equal(open(), 0, 'the source is still open');
    }),
    check('does not pass over an error of the source', async () => {
      const failure = new Error('the disk is gone');
      const error = await rejection(
        () => extract(create(), failing(memorySource(example), failure)),
        'a source that fails after half of its bytes must make extract() throw',
      );
      assert.ok(error === failure || isCuboError(error), `expected the source's error, not ${String(error)}`);
    }),
    check('streams a source over the limit or refuses it with CUBO_SOURCE_TOO_LARGE', async () => {
      try {
        await extract(create(), memorySource(example), { maximumBytes: 1 });
      } catch (error) {
        assert.ok(isCuboError(error, 'CUBO_SOURCE_TOO_LARGE'), `expected CUBO_SOURCE_TOO_LARGE, not ${String(error)}`);
      }
    }),
  ];
}

function assertDescription(extractor: Extractor): void {
  assert.ok(extractor.id.trim() !== '', 'the id is empty');
  assert.ok(extractor.mediaTypes.length + extractor.extensions.length > 0, 'it names no media type and no extension');
  for (const extension of extractor.extensions) {
    assert.match(extension, /^\.[^A-Z]+$/, `the extension ${extension} must be lower case and begin with a dot`);
  }
  for (const mediaType of extractor.mediaTypes) {
    assert.match(mediaType, /^[^/\s]+\/[^/\s]+$/, `${mediaType} is not a media type`);
  }
}

function context(changes: Partial<ExtractContext> = {}): ExtractContext {
  const base = { maximumBytes: 256 * 1024 * 1024, unread: () => {}, describe: () => {} };
  return { ...base, extractMember: (member, { start }) => memberText(member, start, changes.signal), ...changes };
}

/** Reads any member as UTF-8. */
async function* memberText(member: Source, start: number, signal: AbortSignal | undefined): AsyncGenerator<Section> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of member.open({ signal })) text += decoder.decode(bytes, { stream: true });
  text += decoder.decode();
  const locator = { kind: 'characters', start, end: start + text.length, member: [member.name] } as const;
  if (text.trim() !== '') yield { text, kind: 'prose', locator, heading: [member.name] };
}

function extract(extractor: Extractor, source: Source, changes: Partial<ExtractContext> = {}): Promise<Section[]> {
  return collect(extractor.extract(source, context(changes)));
}

/** The source, and how many of its streams are open. */
function counting(source: Source): { source: Source; open(): number } {
  let open = 0;
  const counted: Source = {
    ...source,
    async *open(options) {
      open++;
      try {
        yield* source.open(options);
      } finally {
        open--;
      }
    },
  };
  return { source: counted, open: () => open };
}

/** The source, whose second half cannot be read, nor any range. */
function failing(source: Source, failure: Error): Source {
  return {
    ...source,
    async readRange() {
      throw failure;
    },
    async *open(options) {
      let left = Math.floor((source.size ?? 0) / 2);
      for await (const piece of source.open(options)) {
        yield piece.slice(0, left);
        left -= piece.length;
        if (left <= 0) break;
      }
      throw failure;
    },
  };
}
