import { expect, test } from 'vitest';
import type { Library, LibraryWriter } from '../src/index.ts';
import { crashEverywhere } from './crash-everywhere.ts';
import { encryptions } from './encryptions.ts';
import { chunksOf, contents, factsOf, publish } from './library-fixture.ts';

const texts = Array.from({ length: 3 }, (_, i) => `part ${i} of the large document`);

/** Publishes some parts of the document `big`, which has three of them. */
async function publishParts(writer: LibraryWriter, library: Library, from: number, to: number): Promise<void> {
  const segment = await writer.stageSegment();
  try {
    const known = library.pendingDocuments()[0];
    const pending = known === undefined ? writer.beginDocument({ uri: 'big' }) : writer.resumeDocument(known);
    for (let i = from; i < to; i++) await segment.append(pending, i, chunksOf(texts)[i] as never);
    const about = { ...factsOf('big', texts), pending, chunks: to };
    await writer.publish({
      segments: [await segment.seal()],
      ...(to === texts.length ? { documents: [about] } : { unfinished: [about] }),
    });
  } catch (error) {
    await segment.discard().catch(() => {});
    throw error;
  }
}

test.each(encryptions)(
  'a crash between the batches of one document loses at most the batch that was being written, $name',
  async ({ encryption }) => {
    const { found } = await crashEverywhere({
      encryption,
      prepare: (library) => library.write(async (writer) => void (await publish(writer, { big: ['old version'] }))),
      change: (library) =>
        library.write(async (writer) => {
          await publishParts(writer, library, 0, 2);
          await publishParts(writer, library, 2, 3);
        }),
      async observe(library) {
        const [pending] = library.pendingDocuments();
        return { live: (await contents(library)).big, durable: pending?.chunks ?? 0 };
      },
      async after(library, { durable, live }, label) {
        const [pending] = library.pendingDocuments();
        expect(library.snapshot().pending.size, label).toBe(durable);
        if (pending !== undefined) {
          expect((await library.lastPendingChunk(pending))?.text, label).toBe(texts[durable - 1]);
        }
        if (live?.length === 1) await library.write((writer) => publishParts(writer, library, durable, 3));
        expect(await contents(library), label).toEqual({ big: texts });
        expect(library.pendingDocuments(), label).toEqual([]);
        expect(await library.check(), label).toEqual([]);
        expect(library.snapshot().pending.size, label).toBe(0);
      },
    });
    expect([...found.keys()].sort()).toEqual(
      [
        { live: ['old version'], durable: 0 },
        { live: ['old version'], durable: 2 },
        { live: texts, durable: 0 },
      ]
        .map((state) => JSON.stringify(state))
        .sort(),
    );
  },
  60_000,
);

test.each(encryptions)(
  'a crash while names change leaves all of them as they were or as they shall be, $name',
  async ({ encryption }) => {
    const names = async (library: Library) =>
      [...library.documents()].map(({ uri, aliases }) => [uri, ...aliases.map((alias) => alias.uri)]);
    const { found } = await crashEverywhere({
      encryption,
      prepare: (library) =>
        library.write(async (writer) => {
          await publish(writer, { a: ['one'], b: ['two'], c: ['three'] });
          const document = library.findDocument('c')?.id ?? -1;
          await writer.publish({ aliases: [{ document, uri: 'd', name: 'd', bytes: 5 }] });
        }),
      change: (library) =>
        library.write(async (writer) => {
          const document = library.findDocument('a')?.id ?? -1;
          await writer.publish({
            moves: [{ document, uri: 'z', name: 'z', bytes: 3 }],
            aliases: [{ document, uri: 'y', name: 'y', bytes: 3 }],
            release: ['b', 'c'],
          });
        }),
      observe: names,
    });
    expect([...found.keys()].sort()).toEqual(
      [JSON.stringify([['a'], ['b'], ['c', 'd']]), JSON.stringify([['d'], ['z', 'y']])].sort(),
    );
  },
  60_000,
);

test.each(encryptions)(
  'a crash during a compaction changes nothing but where the rows stand, $name',
  async ({ encryption }) => {
    const { found, operations } = await crashEverywhere({
      encryption,
      async prepare(library) {
        await library.write(async (writer) => {
          await publish(writer, { a: ['one', 'two'], b: ['marker'], c: ['three'] });
          await publishParts(writer, library, 0, 2);
        });
        await library.write(async (writer) => void (await writer.publish({ release: ['b'] })));
      },
      change: (library) =>
        library.write(async (writer) => {
          await writer.compactSegments();
          await writer.compactCatalog();
        }),
      async observe(library) {
        return { contents: await contents(library), pending: library.pendingDocuments()[0]?.chunks };
      },
      async after(library, _state, label) {
        await library.write((writer) => writer.compactSegments());
        const { segments } = library.paths;
        expect(await library.files.list(segments), label).toHaveLength(2);
        expect(await library.check(), label).toEqual([]);
      },
    });
    expect(operations.filter((name) => name === 'rename')).toHaveLength(1);
    const state = { contents: { a: ['one', 'two'], c: ['three'] }, pending: 2 };
    expect([...found.keys()]).toEqual([JSON.stringify(state)]);
  },
  60_000,
);
