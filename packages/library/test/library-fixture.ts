import type { Chunk } from '@cubo/contracts';
import type { FinishedDocument, Library, LibraryWriter, StagedSegment } from '../src/index.ts';

/** Chunks of a document that is a list of texts. */
export function chunksOf(texts: readonly string[]): Chunk[] {
  let start = 0;
  return texts.map((text) => {
    const locator = { kind: 'characters', start, end: start + text.length } as const;
    start += text.length;
    return { text, kind: 'prose', locator };
  });
}

/**
 * Publishes documents, each a list of chunk texts, in one segment and one transaction. `ids` collects the ids as they
 * are given out.
 */
export async function publish(
  writer: LibraryWriter,
  documents: Readonly<Record<string, readonly string[]>>,
  remove: readonly number[] = [],
  ids: number[] = [],
): Promise<number[]> {
  const segment = await writer.stageSegment();
  try {
    await fill(writer, segment, documents, remove, ids);
    return ids;
  } catch (error) {
    await segment.discard().catch(() => {});
    throw error;
  }
}

async function fill(
  writer: LibraryWriter,
  segment: StagedSegment,
  documents: Readonly<Record<string, readonly string[]>>,
  remove: readonly number[],
  ids: number[],
): Promise<void> {
  const finished: FinishedDocument[] = [];
  for (const [uri, texts] of Object.entries(documents)) {
    const pending = writer.beginDocument({ uri, title: `Title of ${uri}` });
    for (const [ordinal, chunk] of chunksOf(texts).entries()) {
      ids.push((await segment.append(pending, ordinal, chunk)).id);
    }
    finished.push({ ...factsOf(uri, texts), pending, chunks: texts.length });
  }
  const segments = segment.rows > 0 ? [await segment.seal()] : [];
  if (segment.rows === 0) await segment.discard();
  await writer.publish({ segments, documents: finished, remove });
}

/** What is said of a document that is a list of texts. */
export function factsOf(uri: string, texts: readonly string[]): Omit<FinishedDocument, 'pending' | 'chunks'> {
  return {
    name: uri,
    sha256: texts.join('|'),
    bytes: texts.join('').length,
    extractor: 'text@1',
    chunker: 'test@1',
    metadata: { kind: 'test' },
    unread: [],
  };
}

/** Everything that is live, as plain data: URI to chunk texts. */
export async function contents(library: Library): Promise<Record<string, string[]>> {
  const snapshot = library.snapshot();
  const found: Record<string, string[]> = {};
  for (const document of library.documents()) found[document.uri] = [];
  for await (const chunk of snapshot.scan(snapshot.chunks)) found[chunk.source]?.push(chunk.text);
  return found;
}
