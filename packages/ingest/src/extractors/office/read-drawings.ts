import type { ExtractContext } from '@cubo/contracts';
import { type BlockBuffer, type BlockSink, createBlockBuffer } from './block-sink.ts';
import { readChart } from './chart-text.ts';
import { readDiagram } from './diagram-text.ts';
import type { OfficePackage } from './open-office-package.ts';
import type { Relationship } from './relationships.ts';

/** Charts and diagrams of one part that are read. */
const mostDrawings = 500;

/** Gives the text of a chart or diagram to a sink; once, however often it is referred to. */
export type DrawingText = (relationshipId: string, sink: BlockSink) => void;

/** Reads the charts and SmartArt diagrams that a part refers to. */
export async function readDrawings(
  opened: OfficePackage,
  relationships: ReadonlyMap<string, Relationship>,
  context: Pick<ExtractContext, 'unread'>,
): Promise<DrawingText> {
  const texts = new Map<string, BlockBuffer>();
  for (const { id, type, target, isExternal } of relationships.values()) {
    if (isExternal || (type !== 'chart' && type !== 'diagramData')) continue;
    if (texts.size >= mostDrawings) {
      context.unread({
        place: target,
        reason: `There are more than ${mostDrawings} charts and diagrams in one part of the document.`,
        code: 'CUBO_LIMIT_EXCEEDED',
      });
      break;
    }
    const text = createBlockBuffer();
    const chart = type === 'chart' ? readChart() : undefined;
    const reader = chart ?? readDiagram();
    await opened.readOptional(target, target, reader.handler);
    reader.drainTo(text);
    if (chart?.isCut())
      context.unread({ place: target, reason: 'The chart has too many values.', code: 'CUBO_LIMIT_EXCEEDED' });
    texts.set(id, text);
  }
  return (id, sink) => {
    texts.get(id)?.drainTo(sink);
    texts.delete(id);
  };
}
