import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { type BlockBuffer, type BlockSink, createBlockBuffer } from '../office/block-sink.ts';
import type { Slide } from '../office/slide-sections.ts';
import { createOdfStory, type OdfStory } from './odf-story.ts';
import type { OpenOdf } from './open-odf.ts';

const shapeNames: ReadonlySet<string> = new Set([
  ...['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'line', 'polyline', 'polygon', 'path', 'connector'],
  ...['caption', 'measure', 'regular-polygon', 'annotation'],
]);
/** What is the same on many slides. */
const recurring: ReadonlySet<string> = new Set(['header', 'footer', 'date-time']);

interface Shape {
  readonly kind: string;
  readonly blocks: BlockBuffer;
}

interface OpenSlide {
  readonly isHidden: boolean;
  readonly shapes: Shape[];
  readonly notes: Shape[];
  readonly footer: string | undefined;
}

/** Reads the body of a presentation and gives each slide to `found` when it ends. */
export function createSlideReader(
  { styles, object, foreign }: Pick<OpenOdf, 'styles' | 'object' | 'foreign'>,
  found: (slide: Slide) => void,
): { readonly handler: XmlHandler; isPresentation(): boolean; count(): number } {
  const footers = new Map<string, string>();
  const shown = new Set<string>();
  let isPresentation = false;
  let count = 0;
  let slide: OpenSlide | undefined;
  let inNotes = false;
  let shapeDepth = 0;
  let blocks: BlockBuffer = createBlockBuffer();
  let declared: string | undefined;
  const sink: BlockSink = {
    heading: (level, text) => blocks.heading(level, text),
    text: (text, spacing) => blocks.text(text, spacing),
    row: (cells, isHeader) => blocks.row(cells, isHeader),
    endTable: () => blocks.endTable(),
  };
  let story: OdfStory = createOdfStory(sink, { styles, object, foreign });

  function openShape(name: string, attributes: XmlAttributes): void {
    if (!slide || !shapeNames.has(name) || story.inParagraph()) return;
    if (shapeDepth++ > 0) return;
    const kind = attributes.placeholder === 'true' ? 'prompt' : (attributes.class ?? name);
    blocks = createBlockBuffer();
    (inNotes ? slide.notes : slide.shapes).push({ kind, blocks });
  }

  function unseen(text: string | undefined): string[] {
    if (text === undefined || text.trim() === '' || shown.has(text)) return [];
    shown.add(text);
    return [text];
  }

  function endSlide({ isHidden, shapes, notes, footer }: OpenSlide): void {
    const filled = shapes.filter((shape) => shape.blocks.size() > 0 && !['prompt', 'page-number'].includes(shape.kind));
    const title = filled.find(({ kind }) => kind === 'title');
    const body = filled.filter((shape) => shape !== title && !recurring.has(shape.kind) && shape.kind !== 'annotation');
    const spoken = notes
      .filter(({ kind }) => kind === 'notes' || kind === 'frame')
      .map((shape) => shape.blocks.lines())
      .filter((text) => text.trim() !== '');
    found({
      number: count,
      title: title?.blocks.lines() ?? '',
      isHidden,
      content(to) {
        for (const shape of body) shape.blocks.drainTo(to);
      },
      after: [
        ...unseen(footers.get(footer ?? '')),
        ...filled.filter(({ kind }) => recurring.has(kind)).flatMap((shape) => unseen(shape.blocks.lines())),
        ...(spoken.length > 0 ? [`Notes: ${spoken.join('\n\n')}`] : []),
        ...filled.filter(({ kind }) => kind === 'annotation').map((shape) => shape.blocks.lines()),
      ],
    });
  }

  return {
    isPresentation: () => isPresentation,
    count: () => count,
    handler: {
      open(name, attributes) {
        if (name === 'presentation') isPresentation = true;
        else if (name === 'footer-decl') {
          declared = attributes.name ?? '';
          footers.set(declared, '');
        } else if (name === 'page' && !slide) {
          count++;
          const isHidden = styles.isHidden(attributes['style-name']);
          slide = { isHidden, shapes: [], notes: [], footer: attributes['use-footer-name'] };
          story = createOdfStory(sink, { styles, object, foreign });
        } else if (name === 'notes') inNotes = true;
        else {
          openShape(name, attributes);
          story.open(name, attributes);
        }
      },
      text(data) {
        if (declared !== undefined) footers.set(declared, `${footers.get(declared) ?? ''}${data}`.slice(0, 1000));
        else story.text(data);
      },
      close(name) {
        if (name === 'footer-decl') declared = undefined;
        else if (name === 'page' && slide && shapeDepth === 0) {
          endSlide(slide);
          slide = undefined;
        } else if (name === 'notes') inNotes = false;
        else {
          story.close(name);
          if (slide && shapeNames.has(name) && !story.inParagraph() && shapeDepth > 0) shapeDepth--;
        }
      },
    },
  };
}
