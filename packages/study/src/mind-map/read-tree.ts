import { cleanLabel, labelKey, longestModelLabel } from './clean-label.ts';

/** How large a tree may be. */
export interface TreeLimits {
  /** Levels below the root. Default 3. */
  readonly depth?: number | undefined;
  /** Nodes below one node. Default 8. */
  readonly breadth?: number | undefined;
  /** Nodes in all, without the root. Default 300. */
  readonly nodes?: number | undefined;
  /** Characters of a label. Default 80. */
  readonly labelLength?: number | undefined;
}

/** A node as somebody wrote it, checked. */
export interface TreeNode {
  readonly label: string;
  readonly note?: string | undefined;
  readonly children: TreeNode[];
}

/** What was left out of a tree, with all below it, and why. */
export interface DroppedNode {
  /** `undefined` where it had none. */
  readonly label?: string | undefined;
  readonly reason:
    | 'blank'
    /** A node beside it has the same label. */
    | 'duplicate'
    /** It stands in its tree twice, maybe below itself. */
    | 'repeated'
    | 'too-deep'
    /** There are as many nodes beside it, or in all, as there may be. It and all that come behind it are left out. */
    | 'too-many'
    /** No passage says it: it was left out, and its children are where it stood. */
    | 'unsupported';
}

export const defaultLimits: Readonly<Record<keyof TreeLimits, number>> = {
  depth: 3,
  breadth: 8,
  nodes: 300,
  labelLength: longestModelLabel,
};

/**
 * The tree that a model meant; never throws and never recurses, whatever it is given: objects with a `label` (or `title`,
 * `name`, `text`) and `children` (or `nodes`), where a text alone is a node without children. Without a usable root the
 * first usable node is one.
 */
export function readTree(
  value: unknown,
  limits: TreeLimits = {},
): { readonly root: TreeNode | undefined; readonly dropped: readonly DroppedNode[] } {
  const { depth = defaultLimits.depth, breadth = defaultLimits.breadth, nodes = defaultLimits.nodes } = limits;
  const { labelLength = defaultLimits.labelLength } = limits;
  const dropped: DroppedNode[] = [];
  const seen = new Set<object>();
  const start = unwrap(value, seen, labelLength);
  const root = start === undefined ? undefined : node(start, labelLength);
  if (root === undefined) return { root: undefined, dropped: [{ reason: 'blank' }] };
  const waiting: { readonly raw: unknown; readonly into: TreeNode; readonly depth: number }[] = [
    { raw: start, into: root, depth: 0 },
  ];
  let count = 0;
  // By levels, so that the limit of all nodes takes away the deepest ones first.
  for (let at = 0; at < waiting.length; at++) {
    const { raw, into, depth: above } = waiting[at] as (typeof waiting)[number];
    const keys = new Set<string>();
    for (const child of childrenOf(raw)) {
      const label = labelOf(child, labelLength);
      const refuse = (reason: DroppedNode['reason']) => dropped.push({ ...(label !== undefined && { label }), reason });
      if (label === undefined) {
        refuse('blank');
      } else if (above >= depth) {
        refuse('too-deep');
      } else if (isObject(child) && seen.has(child)) {
        refuse('repeated');
      } else if (keys.has(labelKey(label))) {
        refuse('duplicate');
      } else if (into.children.length >= breadth || count >= nodes) {
        refuse('too-many');
        break;
      } else {
        if (isObject(child)) seen.add(child);
        keys.add(labelKey(label));
        count++;
        const grown = node(child, labelLength) as TreeNode;
        into.children.push(grown);
        waiting.push({ raw: child, into: grown, depth: above + 1 });
      }
      // What nobody can count is not told one by one.
      if (dropped.length >= mostTold) break;
    }
  }
  return { root, dropped };
}

const mostTold = 1000;
const labelNames = ['label', 'title', 'name', 'text', 'topic'] as const;
const childNames = ['children', 'nodes', 'branches', 'subtopics'] as const;
const wrapperNames = ['root', 'mindMap', 'mindmap', 'mind_map', 'map', 'tree'] as const;

/** Models wrap trees in objects and lists: the first thing in them that has a label. */
function unwrap(value: unknown, seen: Set<object>, labelLength: number): unknown {
  let inner = value;
  for (;;) {
    if (labelOf(inner, labelLength) !== undefined) {
      if (isObject(inner)) seen.add(inner);
      return inner;
    }
    if (!isObject(inner) || seen.has(inner)) return undefined;
    seen.add(inner);
    if (Array.isArray(inner)) inner = inner.find((entry) => isObject(entry) || typeof entry === 'string');
    else inner = first(inner, [...wrapperNames, ...childNames]);
  }
}

function node(raw: unknown, labelLength: number): TreeNode | undefined {
  const label = labelOf(raw, labelLength);
  if (label === undefined) return undefined;
  if (!isObject(raw)) return { label, children: [] };
  const { note: written } = raw as Record<string, unknown>;
  const note = typeof written === 'string' ? written.toWellFormed().trim().slice(0, 2000) : '';
  return {
    label,
    ...(note !== '' && { note }),
    children: [],
  };
}

function labelOf(raw: unknown, labelLength: number): string | undefined {
  if (!isObject(raw)) return cleanLabel(raw, labelLength);
  return Array.isArray(raw) ? undefined : cleanLabel(first(raw, labelNames), labelLength);
}

function childrenOf(raw: unknown): Iterable<unknown> {
  if (!isObject(raw) || Array.isArray(raw)) return [];
  const children = first(raw, childNames);
  if (Array.isArray(children)) return children;
  if (!isObject(children)) return [];
  // One child that is not in a list, or children by name.
  return labelNames.some((name) => name in children) ? [children] : Object.values(children);
}

function first(record: object, names: readonly string[]): unknown {
  const name = names.find((name) => (record as Record<string, unknown>)[name] != null);
  return name === undefined ? undefined : (record as Record<string, unknown>)[name];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
