import { assertKnownOptions, badArgument } from '@cubo/contracts';
import { escapeXml } from '../../exports/text/escape-xml.ts';
import { layOutMindMap } from '../layout/lay-out-mind-map.ts';
import type { MindMapLayout, PlacedNode } from '../layout/layout.ts';
import type { MindMap } from '../mind-map.ts';
import { edgePath } from './edge-path.ts';
import { isRightToLeft } from './is-right-to-left.ts';
import { type MindMapTheme, styleSheet } from './style-sheet.ts';

/** Options of {@link mindMapToSvg}. */
export interface MindMapSvgOptions {
  /** Default `right`; `left` where the title is written from right to left. */
  readonly layout?: MindMapLayout | undefined;
  /** Default `auto`: light or dark as the reader's system is (`prefers-color-scheme`). */
  readonly theme?: MindMapTheme | undefined;
}

/**
 * A map as a picture: a complete SVG document without scripts, fonts or anything from elsewhere. Its title and description
 * are read out by screen readers; notes are shown as tooltips.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function mindMapToSvg(map: Pick<MindMap, 'title' | 'root'>, options: MindMapSvgOptions = {}): string {
  assertKnownOptions('mindMapToSvg()', options, { layout: true, theme: true });
  const { layout = isRightToLeft(map.title) ? 'left' : 'right', theme = 'auto' } = options;
  if (!['right', 'left', 'down', 'radial'].includes(layout)) {
    throw badArgument(`A mind map has no layout ${JSON.stringify(layout)}.`, 'Pass right, left, down or radial.');
  }
  if (!['auto', 'light', 'dark'].includes(theme)) {
    throw badArgument(`A mind map has no theme ${JSON.stringify(theme)}.`, 'Pass auto, light or dark.');
  }
  const plan = layOutMindMap(map.root, layout);
  const { width, height, nodes } = plan;
  const edges = nodes.flatMap((node) => {
    const parent = node.parent === undefined ? undefined : nodes[node.parent];
    return parent === undefined ? [] : [`<path class="edge ${colour(node)}" d="${edgePath(parent, node, layout)}"/>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="cubo-mind-map ${theme}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(map.title)}</title>`,
    `<desc>${escapeXml(describe(map))}</desc>`,
    `<style>${styleSheet(theme)}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...edges,
    ...nodes.map(drawNode),
    '</svg>',
    '',
  ].join('\n');
}

function drawNode(placed: PlacedNode): string {
  const { node, depth, box, x, y } = placed;
  const { lines, fontSize, lineHeight, width, height } = box;
  const corner = depth === 0 ? 12 : 8;
  const rect = `<rect x="${short(x - width / 2)}" y="${short(y - height / 2)}" width="${short(width)}" height="${short(height)}" rx="${corner}"/>`;
  // Letters stand on their base line, about a third of their size below the middle of the line.
  const first = y - ((lines.length - 1) * lineHeight) / 2 + fontSize * 0.35;
  const spans = lines.map(
    (line, index) => `<tspan x="${short(x)}" y="${short(first + index * lineHeight)}">${escapeXml(line)}</tspan>`,
  );
  const direction = isRightToLeft(node.label) ? ' direction="rtl"' : '';
  const note = node.note === undefined ? '' : `<title>${escapeXml(node.note)}</title>`;
  return `<g class="node level-${Math.min(depth, 2)} ${colour(placed)}">${note}${rect}<text font-size="${fontSize}"${direction}>${spans.join('')}</text></g>`;
}

function describe({ root }: Pick<MindMap, 'root'>): string {
  return root.children.map(({ label }) => label).join('; ');
}

const colour = ({ branch }: PlacedNode): string => (branch < 0 ? 'root' : `branch-${branch % 8}`);
const short = (value: number): string => String(Math.round(value * 10) / 10);
