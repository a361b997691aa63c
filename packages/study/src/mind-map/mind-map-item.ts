import type { ItemKind } from '../generation/item-kind.ts';
import { cleanLabel, labelKey } from './clean-label.ts';

/** A node as a model writes it: it names the one above it. */
export interface MindMapItem {
  readonly label: string;
  /** Label of the node above it; `''` for a main branch. */
  readonly parent: string;
}

/**
 * Nodes as items that a model writes.
 *
 * @param title of the map: nodes that name it as the one above them are main branches
 * @param named is told of each node that was written, whether it is taken or not
 */
export function mindMapItems(title: string, named: Map<string, MindMapItem>): ItemKind<MindMapItem> {
  return {
    prompt: 'mind-map',
    list: 'nodes',
    schema: {
      type: 'object',
      properties: { label: { type: 'string' }, parent: { type: 'string' } },
      required: ['label', 'parent'],
    },
    validate(value) {
      const label = cleanLabel(value.label ?? value.title ?? value.name);
      if (label === undefined || labelKey(label) === labelKey(title)) return undefined;
      const above = cleanLabel(value.parent) ?? '';
      const isMain = above === '' || [labelKey(title), labelKey(label), 'root'].includes(labelKey(above));
      const parent = isMain ? '' : above;
      if (!named.has(labelKey(label))) named.set(labelKey(label), { label, parent });
      return { label, parent };
    },
    key: ({ label, parent }) => `${labelKey(parent)} › ${labelKey(label)}`,
    label: ({ label }) => label,
    claim: ({ label }) => label,
  };
}
