import { CuboError } from '@cubo/contracts';
import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { createOfficeMath, formulaElements } from '../math/office-math.ts';
import { type BlockBuffer, type BlockSink, createBlockBuffer } from '../office/block-sink.ts';
import { createOfficeTable, type OfficeTable } from '../office/office-table.ts';
import { isOldFormula } from '../office/old-formulas.ts';
import type { DrawingText } from './drawing-text.ts';
import { createShapeParagraphs } from './shape-paragraphs.ts';

/** The most characters of one slide or drawing. */
const mostCharacters = 32 * 1024 * 1024;

/** A shape that may hold text: a text, a table, a chart, a diagram. */
export interface Shape {
  /** `ph/@type`, `obj` where it has none; `undefined` for a shape that is no placeholder. */
  placeholder: string | undefined;
  readonly blocks: BlockBuffer;
  /** Id of the relationship to the picture that it shows. */
  picture?: string | undefined;
  /** Its area in square EMU, where the slide states it. */
  area?: number | undefined;
}

/** What a slide, its layout or master, its notes, or a drawing hold. */
export interface ShapeContent {
  /** In the order of the file, those of groups in their group's place. */
  readonly shapes: readonly Shape[];
  /** `sld/@show`. */
  readonly isHidden: boolean;
  /** Whether the shapes of the layout or master below are shown. */
  readonly showsMaster: boolean;
  /** Embedded documents, by the ids of their relationships. */
  readonly objects: ReadonlySet<string>;
  /** Formulas that are objects of another program, by the ids of their relationships. */
  readonly formulas: ReadonlySet<string>;
}

/**
 * Reads the shapes of a slide (PresentationML, ISO/IEC 29500-1, 19.3), or of what is built like one: a drawing above a
 * sheet or on a chart (20.3, 20.5).
 *
 * @param place what is read, for errors
 */
export function createShapeReader(
  place: string,
  drawing?: DrawingText,
): { readonly handler: XmlHandler; readonly content: ShapeContent } {
  const math = createOfficeMath();
  const shapes: Shape[] = [];
  const objects = new Set<string>();
  const formulas = new Set<string>();
  const content = { shapes, objects, formulas, isHidden: false, showsMaster: true };
  const taken: boolean[] = [];
  let skipped = 0;
  let shape: Shape | undefined;
  let table: OfficeTable | undefined;
  let hasHeader = false;
  let columns = 0;
  let isMerged = false;
  const paragraphs = createShapeParagraphs();
  let characters = 0;
  let inText = false;
  let inNumber = false;

  function sink(): BlockSink | undefined {
    return table?.cell() ?? shape?.blocks;
  }

  /** Of `mc:AlternateContent` one branch is read. */
  function isSilent(name: string): boolean {
    if (name !== 'Choice' && name !== 'Fallback') return false;
    const last = taken.length - 1;
    if (last < 0) return false;
    const isOver = taken[last] === true;
    taken[last] = true;
    return isOver;
  }

  function openFrame(): Shape {
    shape = { placeholder: undefined, blocks: createBlockBuffer() };
    shapes.push(shape);
    return shape;
  }

  function openShape(name: string, attributes: XmlAttributes): boolean {
    if (name === 'sp' || name === 'graphicFrame' || name === 'pic' || name === 'cxnSp') {
      openFrame();
      paragraphs.reset();
    } else if (name === 'ph') {
      if (shape) shape.placeholder = attributes.type ?? 'obj';
    } else if (name === 'chart') drawing?.(attributes.id ?? '', sink() ?? openFrame().blocks);
    else if (name === 'relIds') drawing?.(attributes.dm ?? '', sink() ?? openFrame().blocks);
    else if (name === 'blip' && shape) shape.picture = attributes.embed;
    else if (name === 'ext' && attributes.cx !== undefined && shape) {
      shape.area = (Number(attributes.cx) || 0) * (Number(attributes.cy) || 0);
    } else if (name === 'oleObj') {
      if (attributes.id !== undefined) (isOldFormula(attributes.progId ?? '') ? formulas : objects).add(attributes.id);
    } else return false;
    return true;
  }

  function openTable(name: string, attributes: XmlAttributes): void {
    if (name === 'tbl') columns = 0;
    else if (name === 'tblPr') hasHeader = attributes.firstRow === '1' || attributes.firstRow === 'true';
    else if (name === 'gridCol') columns++;
    else if (name === 'tr' && shape) {
      table ??= createOfficeTable(shape.blocks, columns > 0 ? columns : undefined);
      table.startRow(hasHeader);
      hasHeader = false;
    } else if (name === 'tc') {
      paragraphs.reset();
      isMerged = attributes.hMerge === '1' || attributes.hMerge === 'true';
      const continues = attributes.vMerge === '1' || attributes.vMerge === 'true';
      if (!isMerged) table?.startCell({ span: Number(attributes.gridSpan ?? 1) || 1, continues });
    }
  }

  function endParagraph(): void {
    const ended = paragraphs.end();
    if (ended === undefined || isMerged) return;
    const to = sink();
    to?.text(ended, to === shape?.blocks && shape.blocks.size() === 0 ? 'paragraph' : 'line');
    characters += ended.length;
    if (characters > mostCharacters) throw tooMuch(place);
  }

  return {
    content,
    handler: {
      open(name, attributes) {
        if (skipped > 0) skipped++;
        else if (isSilent(name)) skipped = 1;
        else if (math.isOpen() || formulaElements.has(name)) paragraphs.add(math.open(name, attributes));
        else if (openShape(name, attributes)) return;
        else if (name === 'AlternateContent') taken.push(false);
        else if (name === 'sld' || name === 'sldLayout' || name === 'notes') {
          content.isHidden = attributes.show === '0' || attributes.show === 'false';
          content.showsMaster = attributes.showMasterSp !== '0' && attributes.showMasterSp !== 'false';
        } else if (name === 'p') paragraphs.begin();
        else if (name === 't') inText = true;
        else if (name === 'fld') inNumber = attributes.type === 'slidenum';
        else if (paragraphs.isOpen()) paragraphs.open(name, attributes);
        else openTable(name, attributes);
      },
      text(data) {
        if (skipped > 0) return;
        if (math.isOpen()) paragraphs.add(math.text(data));
        else if (inText && !inNumber) paragraphs.add(data);
      },
      close(name) {
        if (skipped > 0) skipped--;
        else if (math.isOpen()) paragraphs.add(math.close(name));
        else if (name === 'AlternateContent') taken.pop();
        else if (name === 't') inText = false;
        else if (name === 'fld') inNumber = false;
        else if (name === 'p') endParagraph();
        else if (name === 'tc') isMerged = false;
        else if (name === 'tr') table?.endRow();
        else if (name === 'tbl') {
          table?.end();
          table = undefined;
        }
      },
    },
  };
}

function tooMuch(place: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `There are more than ${mostCharacters} characters on ${place}.`,
    remedy: 'Split the document into smaller ones.',
  });
}
