import type { MetadataValue } from '@cubo/contracts';

/** A value of a front matter, with those that lie within it. */
export type LabelNode = string | number | boolean | null | readonly LabelNode[] | ReadonlyMap<string, LabelNode>;

const longestValue = 4000;
const mostItems = 1000;

/**
 * The values of a front matter by name. What lies in a map has the names that lead to it, `author.name`; in a list of maps
 * the values of one name are a list.
 */
export function labelValues(root: ReadonlyMap<string, LabelNode>): Map<string, MetadataValue> {
  const values = new Map<string, MetadataValue>();
  const lists = new Map<string, string[]>();

  function addItem(name: string, node: LabelNode): void {
    if (node === null) return;
    if (node instanceof Map) {
      for (const [key, inner] of node) addItem(`${name}.${key}`, inner);
      return;
    }
    if (typeof node === 'object') {
      for (const inner of node as readonly LabelNode[]) addItem(name, inner);
      return;
    }
    let list = lists.get(name);
    if (list === undefined) {
      list = [];
      lists.set(name, list);
      values.set(name, list);
    }
    if (list.length < mostItems) list.push(shortened(String(node)));
  }

  function add(name: string, node: LabelNode): void {
    if (node instanceof Map) for (const [key, inner] of node) add(`${name}.${key}`, inner);
    else if (Array.isArray(node)) {
      // A list is a list even where all of its items are left out.
      if (!node.some((each) => each instanceof Map)) values.set(name, []);
      lists.delete(name);
      for (const inner of node) addItem(name, inner);
    } else values.set(name, typeof node === 'string' ? shortened(node) : (node as MetadataValue));
  }

  for (const [key, node] of root) add(key, node);
  return values;
}

function shortened(text: string): string {
  return text.trim().slice(0, longestValue).toWellFormed();
}
