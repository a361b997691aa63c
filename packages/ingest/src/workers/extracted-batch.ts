import type { DocumentDescription, ExtractContext, UnreadPlace } from '@cubo/contracts';
import type { SourceContext } from '../pipeline/extract-context.ts';

/** Sections or chunks of a document, with what its extractor has said up to here. */
export interface ExtractedBatch<Item> {
  readonly items: readonly Item[];
  readonly description: DocumentDescription;
  /** Places that were reported since the batch before. */
  readonly unread: readonly UnreadPlace[];
}

/**
 * Gathers what comes of a document for another thread, so that a message carries about so many characters. The last
 * batch comes also when it is empty.
 */
export async function* batchExtracted<Item extends { readonly text: string }>(
  items: AsyncIterable<Item>,
  told: SourceContext,
  characters: number,
): AsyncGenerator<ExtractedBatch<Item>, void, undefined> {
  let gathered: Item[] = [];
  let length = 0;
  let reported = 0;
  const take = (): ExtractedBatch<Item> => {
    const batch = { items: gathered, description: told.description, unread: told.unread.slice(reported) };
    reported = told.unread.length;
    gathered = [];
    length = 0;
    return batch;
  };
  for await (const item of items) {
    gathered.push(item);
    length += item.text.length;
    if (length >= characters) yield take();
  }
  yield take();
}

/** What was gathered in another thread, as if its extractor ran here. */
export async function* unbatchExtracted<Item>(
  batches: AsyncIterable<ExtractedBatch<Item>>,
  context: ExtractContext,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items, description, unread } of batches) {
    context.describe(description);
    for (const place of unread) context.unread(place);
    yield* items;
  }
}
