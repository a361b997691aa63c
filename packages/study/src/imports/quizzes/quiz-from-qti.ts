import { difficulties } from '../../difficulty.ts';
import { lomDifficulties } from '../../exports/quizzes/qti-names.ts';
import { badFile, importedText } from '../text/bad-file.ts';
import { childOf, childrenOf, elementsBelow, parseXml, textOf, type XmlElement } from '../text/parse-xml.ts';
import { readZip } from '../text/read-zip.ts';
import { type QuestionDraft, questionCollector } from './accept-question.ts';
import type { ImportedQuiz } from './imported-quiz.ts';
import { readQtiItem } from './read-qti-item.ts';

const format = 'QTI package';

/**
 * Reads questions in IMS QTI 2.x: a package, or the text of one `assessmentItem`. Items with one choice, with texts to
 * enter, or with one answer in own words are read; others are skipped.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` with the file and its line, `CUBO_LIMIT_EXCEEDED`
 */
export function quizFromQti(file: Uint8Array | string): ImportedQuiz {
  const collected = questionCollector();
  if (typeof file === 'string') {
    const root = parseXml(importedText('QTI item', file), 'QTI item');
    if (root.name !== 'assessmentItem') throw badFile('QTI item', 'is no assessmentItem', root.line);
    collected.add(readQtiItem(root), { line: root.line });
    return { questions: collected.questions, skipped: collected.skipped };
  }
  const { files } = readZip(file, format, (name) => /\.xml$/i.test(name));
  const manifestName = [...files.keys()].find((name) => /(^|\/)imsmanifest\.xml$/i.test(name));
  if (manifestName === undefined) throw badFile(format, 'has no imsmanifest.xml');
  const folder = manifestName.slice(0, manifestName.lastIndexOf('/') + 1);
  const read = (name: string) => {
    const bytes = files.get(folder + name);
    return bytes === undefined ? undefined : parseXml(importedText(name, decode(bytes)), `${name} of the ${format}`);
  };
  const manifest = parseXml(decode(files.get(manifestName) as Uint8Array), `imsmanifest.xml of the ${format}`);
  let title: string | undefined;
  for (const resource of childrenOf(childOf(manifest, 'resources'), 'resource')) {
    const { type = '', href = '' } = resource.attributes;
    const name = decodeName(href);
    if (/imsqti_(assessment|test)/i.test(type)) title ??= read(name)?.attributes.title;
    if (!/imsqti_item/i.test(type)) continue;
    const root = read(name);
    const item: QuestionDraft | string =
      root?.name === 'assessmentItem' ? readQtiItem(root) : 'its file is not in the package, or is no item';
    collected.add(typeof item === 'string' ? item : { ...item, ...metadataOf(resource) }, { item: name });
  }
  const { questions, skipped } = collected;
  return { ...(title !== undefined && { title }), questions, skipped };
}

function metadataOf(resource: XmlElement): Pick<QuestionDraft, 'topic' | 'difficulty'> {
  const lom = childOf(childOf(resource, 'metadata'), 'lom');
  if (lom === undefined) return {};
  const stated = elementsBelow(lom, 'difficulty')[0];
  const value = stated === undefined ? '' : textOf(childOf(stated, 'value')).trim();
  return {
    topic: textOf(elementsBelow(lom, 'keyword')[0]),
    difficulty: difficulties.find((known) => lomDifficulties[known] === value),
  };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function decodeName(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
