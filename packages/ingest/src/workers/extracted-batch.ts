import type { DocumentDescription, UnreadPlace } from '@cubo/contracts';
import { isSummary } from '../pipeline/bounded-report.ts';
import type { PipelineContext, SourceContext } from '../pipeline/extract-context.ts';

/** Sections or chunks of a document, with what its extractor has said up to here. */
export interface ExtractedBatch<Item> {
  readonly items: readonly Item[];
  readonly description: DocumentDescription;
  /**
   * Places that were reported since the batch before. An entry that stands for many others comes with the last batch: only
   * then is it known for how many.
   */
  readonly unread: readonly UnreadPlace[];
  /** See `SourceContext`. */
  readonly position: number;
}

/** How long what is slow to come may be gathered. */
const longestMilliseconds = 1000;

/**
 * Gathers what comes of a document for another thread, so that a message carries about so many characters, or what has
 * come in a second. The last batch comes also when it is empty.
 */
export async function* batchExtracted<Item extends { readonly text: string }>(
  items: AsyncIterable<Item>,
  told: SourceContext,
  characters: number,
): AsyncGenerator<ExtractedBatch<Item>, void, undefined> {
  let gathered: Item[] = [];
  let length = 0;
  let reported = 0;
  let since = performance.now();
  const take = (isLast = false): ExtractedBatch<Item> => {
    const { description, unread, position } = told;
    const news = unread.slice(reported).filter((place) => !isSummary(place));
    if (isLast) news.push(...unread.filter(isSummary));
    const batch = { items: gathered, description, unread: news, position };
    reported = unread.length;
    gathered = [];
    length = 0;
    since = performance.now();
    return batch;
  };
  for await (const item of items) {
    gathered.push(item);
    length += item.text.length;
    if (length >= characters || performance.now() - since >= longestMilliseconds) yield take();
  }
  yield take(true);
}

/** What was gathered in another thread, as if its extractor ran here. */
export async function* unbatchExtracted<Item>(
  batches: AsyncIterable<ExtractedBatch<Item>>,
  context: PipelineContext,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items, description, unread, position } of batches) {
    context.describe(description);
    context.reached?.(position);
    for (const place of unread) context.unread(place);
    yield* items;
  }
}
