import type { Metadata } from '@cubo/contracts';
import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** The three sides from which the labels of a document come. */
export interface MetadataSides {
  readonly ownMetadata: Metadata;
  readonly givenMetadata: Metadata;
  readonly labels: Metadata;
}

/** What a document is labelled with: labels win over what the host gave, and that over what the format states. */
export function combinedMetadata({ ownMetadata, givenMetadata, labels }: MetadataSides): Metadata {
  const merged = { ...ownMetadata, ...givenMetadata, ...labels };
  return Object.fromEntries(Object.entries(merged).filter(([key, value]) => value !== null || labels[key] !== null));
}

/** Whether two sets of labels say the same, in whichever order. */
export function isSameMetadata(a: Metadata, b: Metadata): boolean {
  const canonical = (metadata: Metadata) => {
    const stored = JSON.parse(JSON.stringify(metadata)) as Metadata;
    return JSON.stringify(Object.entries(stored).sort(([x], [y]) => (x < y ? -1 : 1)));
  };
  return canonical(a) === canonical(b);
}

/**
 * The labels that stay when the host gives others with a document: what it says anew of a key wins over what was
 * changed before, and of what it repeats the change stays.
 */
export function labelsAfter(labels: Metadata, before: Metadata, given: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(labels).filter(([key]) => {
      const of = (metadata: Metadata) => (key in metadata ? { value: metadata[key] ?? null } : {});
      return isSameMetadata(of(before), of(given));
    }),
  );
}

/** Writes what a document is labelled with, its text untouched. Call it inside a transaction. */
export function writeMetadata(catalog: Catalog, id: number, sides: MetadataSides): void {
  const { ownMetadata, givenMetadata, labels } = sides;
  statement(
    catalog,
    'UPDATE documents SET own_metadata = ?, given_metadata = ?, labels = ?, metadata = ? WHERE id = ?',
  ).run(
    JSON.stringify(ownMetadata),
    JSON.stringify(givenMetadata),
    JSON.stringify(labels),
    JSON.stringify(combinedMetadata(sides)),
    id,
  );
}

/** A change of labels: `null` takes a label away. */
export interface LabelChange {
  readonly metadata: Metadata;
  /** Take away all labels that are not named. Default: they stay. */
  readonly replace?: boolean | undefined;
}

/** The labels after a change; what is taken away is noted only where there is something beneath to hide. */
export function changedLabels({ ownMetadata, givenMetadata, labels }: MetadataSides, change: LabelChange): Metadata {
  const beneath = { ...ownMetadata, ...givenMetadata };
  const before = change.replace ? Object.fromEntries(Object.keys(beneath).map((key) => [key, null])) : labels;
  const after = Object.entries({ ...before, ...change.metadata });
  return Object.fromEntries(after.filter(([key, value]) => value !== undefined && (value !== null || key in beneath)));
}
