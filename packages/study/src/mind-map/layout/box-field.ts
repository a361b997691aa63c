import { gap } from './layout.ts';

/** A box around its middle. */
export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes of which no two overlap or are nearer than the gap. */
export interface BoxField {
  /** Adds all of them, or none where one would come too near to another one. */
  add(boxes: readonly PlacedBox[]): boolean;
}

/** Makes an empty field. Boxes are kept by the cells of a grid that they touch, so that few need to be compared. */
export function createBoxField(): BoxField {
  const cells = new Map<string, PlacedBox[]>();
  const put = (box: PlacedBox) => {
    for (const key of cellsOf(box)) {
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [box]);
      else cell.push(box);
    }
  };
  const isFree = (box: PlacedBox) => cellsOf(box).every((key) => !cells.get(key)?.some((other) => isNear(box, other)));
  return {
    add(boxes) {
      const added: PlacedBox[] = [];
      for (const box of boxes) {
        if (!isFree(box)) {
          for (const other of added) remove(cells, other);
          return false;
        }
        put(box);
        added.push(box);
      }
      return true;
    },
  };
}

function remove(cells: Map<string, PlacedBox[]>, box: PlacedBox): void {
  for (const key of cellsOf(box)) {
    const cell = cells.get(key) as PlacedBox[];
    cell.splice(cell.indexOf(box), 1);
  }
}

function isNear(a: PlacedBox, b: PlacedBox): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap;
}

/** In pixels: about as large as a box. */
const cellSize = 160;

function cellsOf({ x, y, width, height }: PlacedBox): string[] {
  const keys: string[] = [];
  const span = (middle: number, size: number) =>
    [Math.floor((middle - size / 2 - gap) / cellSize), Math.floor((middle + size / 2 + gap) / cellSize)] as const;
  const [left, right] = span(x, width);
  const [top, bottom] = span(y, height);
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) keys.push(`${column} ${row}`);
  }
  return keys;
}
