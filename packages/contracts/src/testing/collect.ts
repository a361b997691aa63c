/** Everything an async iterable yields, in order. */
export async function collect<Item>(iterable: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** The items of an array as an async iterable. */
export async function* stream<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items;
}
