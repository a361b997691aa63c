import assert from 'node:assert/strict';
import type { Chunk } from '../documents/chunk.ts';
import type { Chunker } from '../documents/chunker.ts';
import type { Section } from '../documents/section.ts';
import { assertAborts } from './assert-aborts.ts';
import { assertChunkLocator } from './assert-chunk-locator.ts';
import { rejection } from './assert-cubo-error.ts';
import { type ChunkerDocument, chunkerDocuments } from './chunker-documents.ts';
import { collect, stream } from './collect.ts';
import type { ConformanceCheck } from './conformance-check.ts';

/** What {@link chunkerConformance} needs. */
export interface ChunkerConformanceOptions {
  /** Makes the chunker under test; called anew for each check. */
  create(): Chunker;
  /** The most UTF-16 code units that a chunk's text may have, where the chunker promises one. */
  readonly maximumLength?: number | undefined;
}

/** The checks that every {@link Chunker} must pass. */
export function chunkerConformance({ create, maximumLength }: ChunkerConformanceOptions): ConformanceCheck[] {
  const checks: ConformanceCheck[] = [
    { name: 'has an id', run: async () => assert.ok(create().id.trim() !== '', 'the id is empty') },
    ...chunkerDocuments.flatMap((document) => documentChecks(create, document, maximumLength)),
    {
      name: 'gives the same chunks again',
      async run() {
        const chunker = create();
        for (const { name, sections } of chunkerDocuments) {
          const first = await collect(chunker.chunk(stream(sections)));
          assert.deepEqual(await collect(chunker.chunk(stream(sections))), first, `${name}: other chunks`);
        }
      },
    },
    { name: 'yields chunks while sections still come', run: () => assertStreams(create()) },
    {
      name: 'closes its input when its reader stops early',
      async run() {
        const input = stream(someSections);
        for await (const chunk of create().chunk(input)) {
          assert.ok(chunk);
          break;
        }
        assert.deepEqual(await input.next(), { done: true, value: undefined }, 'the input is still open');
      },
    },
    {
      name: 'passes on an error of its input',
      async run() {
        const failure = new Error('the source is gone');
        async function* input(): AsyncGenerator<Section> {
          yield* someSections.slice(0, 1);
          throw failure;
        }
        const error = await rejection(
          () => collect(create().chunk(input())),
          'an error of the input must reach the reader',
        );
        assert.equal(error, failure, 'the error must be the one of the input');
      },
    },
    {
      name: 'honours an aborted signal',
      run: () => assertAborts((signal) => collect(create().chunk(stream(someSections), { signal })), 'chunk()'),
    },
  ];
  return checks;
}

const someSections = (chunkerDocuments.find(({ name }) => name === 'pages') as ChunkerDocument).sections;

function documentChecks(
  create: () => Chunker,
  document: ChunkerDocument,
  maximumLength: number | undefined,
): ConformanceCheck[] {
  const cut = () => collect(create().chunk(stream(document.sections)));
  if (document.sections.every(({ text }) => text.trim() === '')) {
    return [{ name: `${document.name}: no chunk`, run: async () => assert.deepEqual(await cut(), []) }];
  }
  return [
    {
      name: `${document.name}: chunks are exact slices of one section, in order`,
      run: async () => assertPlaces(await cut(), document, maximumLength),
    },
    { name: `${document.name}: no character is lost`, run: async () => assertCoverage(await cut(), document) },
    {
      name: `${document.name}: kind, heading, context and place are those of the section`,
      async run() {
        for (const [index, chunk] of (await cut()).entries()) {
          const section = sectionOf(chunk, document, `chunk ${index}`);
          assert.equal(chunk.kind, section.kind, `chunk ${index}: the kind differs`);
          assert.deepEqual(chunk.heading ?? [], section.heading ?? [], `chunk ${index}: the heading differs`);
          assert.equal(chunk.context, section.context, `chunk ${index}: the context differs`);
          assertChunkLocator(chunk, section, `chunk ${index}`);
          assertPassage(chunk, section, `chunk ${index}`);
        }
      },
    },
  ];
}

function sectionOf({ locator }: Chunk, document: ChunkerDocument, name: string): Section {
  const section = document.sections.find(
    (candidate) => candidate.locator.start <= locator.start && locator.end <= candidate.locator.end,
  );
  assert.ok(section, `${name} lies in no section, or in more than one`);
  return section;
}

function assertPlaces(chunks: readonly Chunk[], document: ChunkerDocument, maximumLength = Infinity): void {
  let previous = { start: -1, end: -1 };
  for (const [index, chunk] of chunks.entries()) {
    const { start, end } = chunk.locator;
    const name = `chunk ${index}`;
    sectionOf(chunk, document, name);
    assert.equal(chunk.text, document.text.slice(start, end), `${name}: the text is not its range of the document`);
    assert.ok(/\S/.test(chunk.text), `${name} holds nothing but white space`);
    assert.ok(chunk.text.isWellFormed(), `${name} cuts a pair of surrogates`);
    assert.ok(chunk.text.length <= maximumLength, `${name} is longer than ${maximumLength}`);
    assert.ok(start >= previous.start && end > previous.end, `${name} is out of order or adds nothing`);
    previous = { start, end };
  }
}

function assertPassage({ passage, locator }: Chunk, section: Section, name: string): void {
  if (passage === undefined) return;
  const holds = passage.start <= locator.start && locator.end <= passage.end;
  assert.ok(holds, `${name}: the passage does not hold the chunk`);
  const lies = section.locator.start <= passage.start && passage.end <= section.locator.end;
  assert.ok(lies, `${name}: the passage lies in more than one section`);
}

function assertCoverage(chunks: readonly Chunk[], document: ChunkerDocument): void {
  const covered = new Uint8Array(document.text.length);
  for (const { locator } of chunks) covered.fill(1, locator.start, locator.end);
  for (const { text, locator } of document.sections) {
    for (let i = 0; i < text.length; i++) {
      const lost = covered[locator.start + i] === 0 && /\S/.test(text[i] as string);
      assert.ok(!lost, `the character ${JSON.stringify(text[i])} at ${locator.start + i} is in no chunk`);
    }
  }
}

async function assertStreams(chunker: Chunker): Promise<void> {
  const total = 400;
  let pulled = 0;
  async function* input(): AsyncGenerator<Section> {
    let start = 0;
    for (; pulled < total; pulled++) {
      const text = `Section ${pulled} of a document that is too long to be held in memory as a whole. `.repeat(20);
      yield { text, kind: 'prose', locator: { kind: 'page', page: pulled + 1, start, end: start + text.length } };
      start += text.length;
    }
  }
  for await (const chunk of chunker.chunk(input())) {
    assert.ok(chunk);
    break;
  }
  assert.ok(pulled < total / 4, `it read ${pulled} of ${total} sections before its first chunk`);
}
