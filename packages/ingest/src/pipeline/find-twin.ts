import { isAbsolute } from 'node:path';
import type { IngestEvent, Source } from '@cubo/contracts';
import type { DocumentRecord, Library } from '@cubo/library';
import { isMissing } from './file-state.ts';
import type { IngestBatch } from './ingest-batch.ts';
import { type DocumentTitle, isSaidAlike, withKeptLabels } from './source-facts.ts';

/** A document that was made of the same bytes in the same way, of which the host says the same. */
export interface Twin extends DocumentTitle {
  readonly id: number;
  readonly uri: string;
  /** Its file is not there any more: the document has moved. */
  readonly isGone: boolean;
  readonly record: DocumentRecord | undefined;
}

/** Finds the document that a new file is a copy of, or that has moved there. */
export async function* findTwin(
  source: Source,
  content: { sha256: string; extractor: string; chunker: string },
  parts: {
    readonly library: Library;
    readonly batch: IngestBatch;
    readonly seen: ReadonlySet<string>;
    readonly publish: () => Promise<IngestEvent[]>;
  },
): AsyncGenerator<IngestEvent, Twin | undefined> {
  const { library, batch, seen } = parts;
  for (const { pending, titleOrigin = 'format', givenMetadata = {} } of batch.finishedOf(content)) {
    const { id, uri, title } = pending;
    if (isAbsolute(uri) && isSaidAlike(source, { title, titleOrigin, givenMetadata })) {
      return { id, uri, title, titleOrigin, isGone: false, record: undefined };
    }
  }
  const find = () => library.findDocumentsOf(content).filter(({ uri }) => isAbsolute(uri) && uri !== source.uri);
  let others = find();
  if (others.some(({ id }) => batch.changes(id))) {
    yield* await parts.publish();
    others = find();
  }
  const isGone = async ({ uri }: DocumentRecord) => !seen.has(uri) && (await isMissing(uri));
  const twin = others.find((document) => isSaidAlike(source, document));
  if (twin !== undefined) return { ...twinOf(twin), isGone: await isGone(twin) };
  // A file that has moved keeps the labels that it was given, where none are given now.
  for (const document of others) {
    if (isSaidAlike(withKeptLabels(source, document), document) && (await isGone(document))) {
      return { ...twinOf(document), isGone: true };
    }
  }
  return undefined;
}

function twinOf(record: DocumentRecord): Omit<Twin, 'isGone'> {
  const { id, uri, title, titleOrigin } = record;
  return { id, uri, title, titleOrigin, record };
}
