import { setImmediate } from 'node:timers/promises';
import { badArgument } from '@cubo/contracts';
import type { DocumentRecord } from '@cubo/library';

/** A category, and how many documents are in it. */
export interface Category {
  readonly name: string;
  readonly documents: number;
}

/** Documents that are counted before the event loop has its turn. */
const share = 500;

/**
 * Counts documents by one of their labels, `category` unless another is asked for. A document with a list of values
 * counts for each of them; numbers, true and false count by how they are written. In the order of names.
 */
export async function countCategories(documents: Iterable<DocumentRecord>, label = 'category'): Promise<Category[]> {
  if (typeof label !== 'string' || label === '') {
    throw badArgument('The label to count by is no text.', 'Pass the name of a label, or nothing for category.');
  }
  const counts = new Map<string, number>();
  let seen = 0;
  for (const { metadata } of documents) {
    if (++seen % share === 0) await setImmediate();
    const value = metadata[label];
    if (value === undefined || value === null) continue;
    const names = Array.isArray(value) ? value : [String(value)];
    for (const name of new Set<string>(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, documents: count })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
