/** A node with those below it. */
interface Tree<Node> {
  readonly children: readonly Node[];
}

/** A step of a walk through a tree: into a node, or out of it. */
export interface TreeStep<Node> {
  readonly node: Node;
  /** 0 for the root. */
  readonly depth: number;
  readonly leaving: boolean;
}

/** Walks through a tree, each node before those below it; without recursion, so that no depth is too deep. */
export function* walkTree<Node extends Tree<Node>>(root: Node): Generator<TreeStep<Node>> {
  const waiting: TreeStep<Node>[] = [{ node: root, depth: 0, leaving: false }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    yield step;
    if (step.leaving) continue;
    waiting.push({ ...step, leaving: true });
    const { node, depth } = step;
    for (const child of node.children.toReversed()) waiting.push({ node: child, depth: depth + 1, leaving: false });
  }
}

/** All nodes of a tree with their depth, each before those below it. */
export function nodesOf<Node extends Tree<Node>>(root: Node): { readonly node: Node; readonly depth: number }[] {
  return [...walkTree(root)].filter(({ leaving }) => !leaving);
}
