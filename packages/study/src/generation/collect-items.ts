/** An object that may be an item. */
export type Candidate = Readonly<Record<string, unknown>>;

/** How deep lists of items are looked for. */
const deepest = 4;

/**
 * The items of a value as a model may have wrapped them: a list, an object with a list under the name that was asked for
 * or any other, an object of objects, one item alone.
 */
export function collectItems(value: unknown, list: string): Candidate[] {
  const wanted = findList(value, list, deepest);
  if (wanted !== undefined) return wanted;
  if (Array.isArray(value)) return value.flatMap((element) => (isObject(element) ? [element] : nested(element, list)));
  if (!isObject(value)) return [];
  if (isItem(value)) return [value];
  if (Object.entries(value).some(([name, entry]) => isListName(name, list) && Array.isArray(entry))) return [];
  const lists = Object.values(value);
  const first = lists.find((entry) => Array.isArray(entry) && entry.some(isObject));
  if (first !== undefined) return (first as unknown[]).filter(isObject);
  const [only] = lists;
  if (lists.length === 1 && isObject(only)) return collectItems(only, list);
  return lists.length > 0 && lists.every(isObject) ? (lists as Candidate[]) : [value];
}

/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is Candidate {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a name is that of the list, however it is spelt. */
export function isListName(name: string, list: string): boolean {
  return name.toLowerCase() === list.toLowerCase();
}

function nested(element: unknown, list: string): Candidate[] {
  return Array.isArray(element) ? collectItems(element.filter(isObject), list) : [];
}

/** What every item has, and no wrapper. */
function isItem(value: Candidate): boolean {
  return 'quote' in value || 'source' in value;
}

function findList(value: unknown, list: string, depth: number): Candidate[] | undefined {
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const found = value.flatMap((element) => findList(element, list, depth - 1) ?? []);
    return found.length > 0 ? found : undefined;
  }
  for (const [name, entry] of Object.entries(value)) {
    if (!isListName(name, list)) continue;
    const objects = (Array.isArray(entry) ? entry.flat() : Object.values(isObject(entry) ? entry : {})).filter(
      isObject,
    );
    if (objects.length > 0) return objects;
  }
  if (isItem(value as Candidate)) return undefined;
  for (const entry of Object.values(value)) {
    const found = findList(entry, list, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
