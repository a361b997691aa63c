import type { ExtractContext, UnreadPlace } from '@cubo/contracts';
import { type BlockBuffer, createBlockBuffer } from '../office/block-sink.ts';
import type { OfficePackage } from '../office/open-office-package.ts';
import type { Relationship } from '../office/relationships.ts';
import { hasValues } from './chart-data.ts';
import type { DrawingText } from './drawing-text.ts';
import { readChart } from './read-chart.ts';
import { readDiagram } from './read-diagram.ts';
import { readExtendedChart } from './read-extended-chart.ts';
import { createShapeReader } from './shape-reader.ts';
import { writeChart } from './write-chart.ts';

/** Charts and diagrams of one part that are read. */
const mostDrawings = 500;
/** Characters of all that are read. */
const mostCharacters = 16 * 1024 * 1024;
const types: ReadonlySet<string> = new Set(['chart', 'chartEx', 'diagramData']);

interface Drawing {
  readonly text: BlockBuffer;
  /** What is wrong with it. */
  problem?: Pick<UnreadPlace, 'reason' | 'code'> | undefined;
}

/**
 * Reads the charts and SmartArt diagrams that a part refers to.
 *
 * @param place what the part is, for reports: `slide 3`
 */
export async function readDrawings(
  opened: OfficePackage,
  relationships: ReadonlyMap<string, Relationship>,
  context: Pick<ExtractContext, 'unread'>,
  place: string,
): Promise<DrawingText> {
  const drawings = new Map<string, Drawing>();
  const given = new Set<string>();
  let characters = 0;
  const nameOf = (part: string) => `${part.slice(part.lastIndexOf('/') + 1)} of ${place}`;

  for (const relationship of relationships.values()) {
    if (!types.has(relationship.type)) continue;
    const drawing: Drawing = { text: createBlockBuffer() };
    drawings.set(relationship.id, drawing);
    if (drawings.size > mostDrawings || characters > mostCharacters)
      drawing.problem = { reason: 'There are too many charts and diagrams here.', code: 'CUBO_LIMIT_EXCEEDED' };
    else drawing.problem = await readDrawing(opened, relationship, nameOf(relationship.target), drawing.text);
    characters += drawing.text.size();
  }

  return (id, sink) => {
    if (given.has(id)) return;
    given.add(id);
    const drawing = drawings.get(id);
    const { problem = undefined } = drawing ?? {
      problem: { reason: 'The file holds nothing for it.', code: 'CUBO_FORMAT_INVALID' as const },
    };
    drawing?.text.drainTo(sink);
    const target = relationships.get(id)?.target;
    if (problem)
      context.unread({ place: target === undefined ? `a chart or diagram of ${place}` : nameOf(target), ...problem });
  };
}

/** Reads one; what is wrong with it, besides damage, which is reported. */
async function readDrawing(
  opened: OfficePackage,
  { type, target, isExternal }: Relationship,
  name: string,
  text: BlockBuffer,
): Promise<Drawing['problem']> {
  if (isExternal) return { reason: 'It lies in another file.', code: 'CUBO_FORMAT_UNSUPPORTED' };
  if (!opened.archive.find(target))
    return { reason: `Its part ${target} is missing from the file.`, code: 'CUBO_FORMAT_INVALID' };
  if (type === 'diagramData') {
    const diagram = readDiagram();
    await opened.readOptional(target, name, diagram.handler);
    diagram.drainTo(text);
    return diagram.isCut() ? { reason: 'The diagram has too many texts.', code: 'CUBO_LIMIT_EXCEEDED' } : undefined;
  }
  const chart = type === 'chart' ? readChart() : readExtendedChart();
  const isWhole = await opened.readOptional(target, name, chart.handler);
  const data = chart.data();
  const hasTexts = data.title !== '' || data.valueTitles.length > 0 || data.labels.length > 0;
  const isWritten = (!hasValues(data) && !hasTexts) || (await writeChart(data, text));
  await readChartShapes(opened, target, name, text);
  if (chart.isCut() || !isWritten) return { reason: 'The chart has too many values.', code: 'CUBO_LIMIT_EXCEEDED' };
  if (hasValues(data) || !isWhole) return undefined;
  return { reason: 'The chart holds no values of its own.', code: 'CUBO_FORMAT_INVALID' };
}

/** Text boxes and arrows that are drawn on a chart (ISO/IEC 29500-1, 20.3). */
async function readChartShapes(opened: OfficePackage, part: string, name: string, text: BlockBuffer): Promise<void> {
  const relationships = await opened.relationships(part);
  const found = [...relationships.values()].find(({ type, isExternal }) => type === 'chartUserShapes' && !isExternal);
  if (!found) return;
  const reader = createShapeReader(name);
  await opened.readOptional(found.target, name, reader.handler);
  for (const { blocks } of reader.content.shapes) blocks.drainTo(text);
}
