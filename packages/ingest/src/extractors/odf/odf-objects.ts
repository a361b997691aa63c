import type { ExtractContext, UnreadPlace } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';
import { readMathMl } from '../math/math-ml.ts';
import { type BlockBuffer, createBlockBuffer } from '../office/block-sink.ts';
import type { OdfObject } from './odf-object.ts';
import { createOdfStory } from './odf-story.ts';
import type { OdfStyles } from './odf-styles.ts';
import { routeOdf } from './route-odf.ts';

/** Formulas, charts and other objects within a document that are read. */
const mostObjects = 500;
/** Characters of all that are read. */
const mostCharacters = 16 * 1024 * 1024;

/** Reads a part; what is wrong with it is reported. */
export type PartReader = (part: string, handler: XmlHandler) => Promise<void>;

interface ReadObject {
  readonly text: BlockBuffer;
  readonly formula: string;
  readonly problem: Problem | undefined;
}

type Problem = Omit<UnreadPlace, 'place'>;

/**
 * Reads the objects within a document (OpenDocument 1.3, part 3, 10.4.6), each of which lies in a folder of its own. What
 * the text refers to and is not there, or was not read, is reported when it comes.
 */
export async function readOdfObjects(
  archive: ZipArchive,
  styles: OdfStyles,
  readPart: PartReader,
  context: Pick<ExtractContext, 'unread'>,
): Promise<OdfObject> {
  const objects = new Map<string, ReadObject>();
  const given = new Set<string>();
  let characters = 0;
  for (const { name } of archive.entries) {
    const [, path] = /^(.+)\/content\.xml$/.exec(name) ?? [];
    if (path === undefined || objects.size >= mostObjects || characters > mostCharacters) continue;
    const object = await readObject(name, styles, readPart);
    objects.set(path, object);
    characters += object.text.size();
  }

  function missing(path: string): Problem {
    if (archive.find(`${path}/content.xml`))
      return { reason: 'There are too many formulas, charts and other objects.', code: 'CUBO_LIMIT_EXCEEDED' };
    if (/^(?:[a-z][a-z\d+.-]*:|\.\.|\/)/i.test(path))
      return { reason: 'It lies in another file.', code: 'CUBO_FORMAT_UNSUPPORTED' };
    return { reason: 'It is missing from the file.', code: 'CUBO_FORMAT_INVALID' };
  }

  return (path, sink) => {
    if (given.has(path)) return undefined;
    given.add(path);
    const object = objects.get(path);
    const problem = object ? object.problem : missing(path);
    if (problem) context.unread({ place: path, ...problem });
    if (object && object.formula !== '') return object.formula;
    object?.text.drainTo(sink);
    return undefined;
  };
}

async function readObject(part: string, styles: OdfStyles, readPart: PartReader): Promise<ReadObject> {
  const text = createBlockBuffer();
  const formula = readMathMl();
  const story = createOdfStory(text, { styles });
  let handler: XmlHandler | undefined;
  let isChart = false;
  await readPart(part, {
    open(element, attributes) {
      if (handler === undefined) handler = element === 'math' ? formula.handler : routeOdf({ styles, body: story });
      isChart ||= element === 'chart';
      handler.open?.(element, attributes);
    },
    text: (data) => handler?.text?.(data),
    close: (element) => handler?.close?.(element),
  });
  let problem: Problem | undefined;
  if (formula.isCut()) problem = { reason: 'The formula is too large.', code: 'CUBO_LIMIT_EXCEEDED' };
  else if (isChart && !text.hasRows())
    problem = { reason: 'The chart holds no values of its own.', code: 'CUBO_FORMAT_INVALID' };
  return { text, formula: formula.line(), problem };
}
