import type { MindMapLayout, PlacedNode } from '../layout/layout.ts';

/** The line from a node to one below it, as the `d` of an SVG path. */
export function edgePath(from: PlacedNode, to: PlacedNode, layout: MindMapLayout): string {
  if (layout === 'radial') return radialPath(from, to);
  if (layout === 'down') {
    const [start, end] = [from.y + from.box.height / 2, to.y - to.box.height / 2];
    const middle = (start + end) / 2;
    return path([from.x, start], [from.x, middle], [to.x, middle], [to.x, end]);
  }
  const side = layout === 'left' ? -1 : 1;
  const [start, end] = [from.x + (side * from.box.width) / 2, to.x - (side * to.box.width) / 2];
  // All edges of a column bend in the space before it, however narrow the box that they come from.
  const bend = end - side * 40;
  const straight = side * (bend - start) > 0 ? [start, from.y] : undefined;
  const curve = path(
    [straight ? bend : start, from.y],
    [end - side * 18, from.y],
    [end - side * 22, to.y],
    [end, to.y],
  );
  return straight ? `M${straight.map(round).join(' ')}L${curve.slice(1)}` : curve;
}

/** Boxes lie over the lines, which therefore go from middle to middle. */
function radialPath(from: PlacedNode, to: PlacedNode): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (from.parent === undefined) return `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
  const control = [from.x + dx / 2 - dy * 0.08, from.y + dy / 2 + dx * 0.08].map(round).join(' ');
  return `M${round(from.x)} ${round(from.y)}Q${control} ${round(to.x)} ${round(to.y)}`;
}

type Pair = readonly [number, number];

function path(start: Pair, first: Pair, second: Pair, end: Pair): string {
  const [a, b, c, d] = [start, first, second, end].map((pair) => pair.map(round).join(' '));
  return `M${a}C${b} ${c} ${d}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
