import { assertKnownOptions, badArgument } from '@cubo/contracts';
import type { MindMap } from '../mind-map.ts';
import type { ExportMindMapOptions } from '../mind-maps.ts';
import { mindMapToSvg } from './mind-map-to-svg.ts';
import { mindMapToMarkdown, mindMapToMarkmap, mindMapToMermaid, mindMapToOpml } from './mind-map-to-text.ts';

/** A map in the format that is asked for. */
export function exportMindMap(map: MindMap, options: ExportMindMapOptions): string {
  assertKnownOptions('mindMaps.export()', options, { format: true, layout: true, theme: true });
  const { format, ...ofPicture } = options;
  if (format === 'svg') return mindMapToSvg(map, ofPicture);
  const write = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (write !== undefined) return write(map);
  throw badArgument(
    `A mind map cannot be exported as ${JSON.stringify(format)}.`,
    `Pass svg, ${Object.keys(formats).join(', ')}.`,
  );
}

const formats = {
  mermaid: mindMapToMermaid,
  opml: mindMapToOpml,
  markmap: mindMapToMarkmap,
  markdown: mindMapToMarkdown,
} as const;
