import { textWidth } from './text-width.ts';
import { wrapText } from './wrap-text.ts';

/** What is written in the box of a node, and how large the box is, in pixels. */
export interface NodeBox {
  readonly lines: readonly string[];
  readonly fontSize: number;
  readonly lineHeight: number;
  readonly width: number;
  readonly height: number;
}

/** The box of a label at a depth; that of the root is the largest. */
export function nodeBox(label: string, depth: number): NodeBox {
  const style = styles[Math.min(depth, styles.length - 1)] as (typeof styles)[number];
  const { fontSize, em, padding } = style;
  const lines = wrapText(label, em);
  const lineHeight = Math.round(fontSize * 1.3);
  const widest = Math.max(...lines.map(textWidth));
  return {
    lines,
    fontSize,
    lineHeight,
    width: Math.ceil(widest * fontSize * (depth < 2 ? bold : 1)) + 2 * padding,
    height: lines.length * lineHeight + padding,
  };
}

/** Root, main branches, all below. `em` is the widest line, in units of the font's size. */
const styles = [
  { fontSize: 18, em: 13, padding: 16 },
  { fontSize: 15, em: 13, padding: 14 },
  { fontSize: 13, em: 15, padding: 10 },
] as const;

/** How much wider bold letters are. */
const bold = 1.07;
