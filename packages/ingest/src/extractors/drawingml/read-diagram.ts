import type { XmlHandler } from '../../xml/xml-handler.ts';
import type { BlockSink } from '../office/block-sink.ts';
import { tidyParagraph } from '../office/paragraph-text.ts';

const mostPoints = 10_000;
const mostCharacters = 1024 * 1024;
/** Deeper levels are indented like this one. */
const deepestLevel = 8;

/** Reads the part of a diagram. */
export interface DiagramReader {
  readonly handler: XmlHandler;
  drainTo(sink: BlockSink): void;
  /** Whether there is more than is held. */
  isCut(): boolean;
}

interface Child {
  readonly point: string;
  readonly order: number;
}

/**
 * Reads the texts of a SmartArt diagram from its data part (ISO/IEC 29500-1, 21.4), as a list: what belongs to a point is
 * below it.
 */
export function readDiagram(): DiagramReader {
  /** Texts by their point, in the order of the file. */
  const texts = new Map<string, string>();
  const children = new Map<string, Child[]>();
  let root: string | undefined;
  let connections = 0;
  let characters = 0;
  let isCut = false;
  let point: string | undefined;
  let inText = false;
  let text = '';

  function openPoint(id: string, type: string): void {
    if (type === 'doc') root ??= id;
    // Points of the layout repeat what others say.
    if (type === 'pres') return;
    if (texts.size >= mostPoints) isCut = true;
    else point = id !== '' && !texts.has(id) ? id : `#${texts.size}`;
    text = '';
  }

  function connect(source: string, { point: child, order }: Child): void {
    if (++connections > mostPoints) {
      isCut = true;
      return;
    }
    const siblings = children.get(source);
    if (siblings) siblings.push({ point: child, order });
    else children.set(source, [{ point: child, order }]);
  }

  function endPoint(): void {
    if (point !== undefined) texts.set(point, tidyParagraph(text).replace(/\s*\n\s*/g, ' '));
    point = undefined;
  }

  return {
    isCut: () => isCut,
    handler: {
      open(name, { modelId = '', type = 'node', srcId, destId, srcOrd }) {
        if (name === 'pt') openPoint(modelId, type);
        else if (name === 'cxn' && (type === 'parOf' || type === 'node'))
          connect(srcId ?? '', { point: destId ?? '', order: Number(srcOrd) || 0 });
        else if (name === 't') inText = true;
        else if (name === 'br' || name === 'p') text += ' ';
      },
      text(data) {
        if (!inText || point === undefined) return;
        characters += data.length;
        if (characters > mostCharacters) isCut = true;
        else text += data;
      },
      close(name) {
        if (name === 't') inText = false;
        else if (name === 'pt') endPoint();
      },
    },
    drainTo(sink) {
      let isFirst = true;
      for (const { text: line, level } of listed(texts, children, root)) {
        sink.text(`${'  '.repeat(level)}- ${line}`, isFirst ? 'paragraph' : 'line');
        isFirst = false;
      }
    },
  };
}

/** The points with text as a list, from the root down; then those that nothing leads to. */
function* listed(
  texts: ReadonlyMap<string, string>,
  children: ReadonlyMap<string, readonly Child[]>,
  root: string | undefined,
): Generator<{ readonly text: string; readonly level: number }> {
  const seen = new Set<string>();
  for (const start of root === undefined ? texts.keys() : [root, ...texts.keys()]) {
    const waiting = [{ point: start, level: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { point, level } = next;
      if (seen.has(point)) continue;
      seen.add(point);
      const text = texts.get(point) ?? '';
      if (text !== '') yield { text, level };
      const below = text === '' ? level : Math.min(level + 1, deepestLevel);
      const sorted = [...(children.get(point) ?? [])].sort((a, b) => a.order - b.order);
      for (const child of sorted.reverse()) waiting.push({ point: child.point, level: below });
    }
  }
}
