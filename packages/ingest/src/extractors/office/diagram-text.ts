import type { XmlHandler } from '../../xml/xml-handler.ts';
import type { BlockSink } from './block-sink.ts';
import { tidyParagraph } from './paragraph-text.ts';

const mostCharacters = 1024 * 1024;
/** Points of the layout alone repeat nothing but what others say. */
const layoutPoints: ReadonlySet<string> = new Set(['pres', 'parTrans', 'sibTrans']);

/** Reads the texts of a SmartArt diagram from its data part, a line each (ISO/IEC 29500-1, 21.4). */
export function readDiagram(): { readonly handler: XmlHandler; drainTo(sink: BlockSink): void } {
  const lines: string[] = [];
  let characters = 0;
  let isNode = false;
  let inText = false;
  let line = '';
  return {
    handler: {
      open(name, { type }) {
        if (name === 'pt') isNode = !layoutPoints.has(type ?? 'node');
        else if (name === 'p') line = '';
        else if (name === 't') inText = true;
        else if (name === 'br') line += ' ';
      },
      text(data) {
        if (inText && isNode && characters < mostCharacters) line += data;
      },
      close(name) {
        if (name === 't') inText = false;
        else if (name === 'pt') isNode = false;
        else if (name === 'p') {
          const text = tidyParagraph(line);
          characters += text.length;
          if (text !== '') lines.push(text);
          line = '';
        }
      },
    },
    drainTo(sink) {
      for (const [index, text] of lines.entries()) sink.text(text, index === 0 ? 'paragraph' : 'line');
    },
  };
}
