import { blank } from '../../quiz/blank.ts';
import { childOf, childrenOf, elementsBelow, elementsIn, textOf, type XmlElement } from '../text/parse-xml.ts';
import { type QuestionDraft, readModelAnswer } from './accept-question.ts';

/** The question of an `assessmentItem`, or why it is none. */
export function readQtiItem(item: XmlElement): QuestionDraft | string {
  const body = childOf(item, 'itemBody');
  if (body === undefined) return 'it has no itemBody';
  const interactions = elementsBelow(body, 'choiceInteraction')
    .concat(elementsBelow(body, 'textEntryInteraction'))
    .concat(elementsBelow(body, 'extendedTextInteraction'));
  const others = elementsInBody(body).filter(
    ({ name }) => name.endsWith('Interaction') && !interactions.some((known) => known.name === name),
  );
  if (others[0] !== undefined) return `items with ${others[0].name.slice(0, 40)} are not known`;
  const [first] = interactions;
  if (first === undefined) return 'it asks nothing';
  const { identifier = '' } = item.attributes;
  const base = {
    // Ids are letters and digits in QTI, so that ours have a letter before them.
    id: identifier.replace(/^q-/, ''),
    explanation: flow(childOf(item, 'modalFeedback')),
  };
  if (interactions.every(({ name }) => name === 'textEntryInteraction')) return { ...base, ...readEntries(item, body) };
  if (interactions.length > 1) return 'items with several questions are not known';
  const question = [flow(body, skipped), flow(childOf(first, 'prompt'))].filter((part) => part !== '').join('\n\n');
  if (first.name === 'extendedTextInteraction') {
    const rubric = elementsBelow(body, 'rubricBlock').find(({ attributes }) => /scorer/.test(attributes.view ?? ''));
    const [correct = ''] = correctOf(item, first);
    return { ...base, question, kind: 'short-answer', ...readModelAnswer(flow(rubric) || correct) };
  }
  return { ...base, question, ...readChoice(item, first) };
}

const skipped = new Set(['choiceInteraction', 'extendedTextInteraction', 'rubricBlock', 'feedbackBlock']);

function readChoice(item: XmlElement, interaction: XmlElement): Omit<QuestionDraft, 'question'> {
  const choices = childrenOf(interaction, 'simpleChoice');
  const right = correctOf(item, interaction);
  const isTruth = choices.map(({ attributes }) => attributes.identifier).join() === 'true,false';
  if (isTruth && right.length === 1) return { kind: 'true-false', correct: right[0] === 'true' };
  const correct = choices.flatMap(({ attributes }, index) =>
    right.includes(attributes.identifier ?? '') ? [index] : [],
  );
  const isSingle = declarationOf(item, interaction)?.attributes.cardinality !== 'multiple';
  return {
    kind: isSingle ? 'multiple-choice' : 'multi-select',
    options: choices.map((choice) => flow(choice)),
    correct,
  };
}

function readEntries(item: XmlElement, body: XmlElement): QuestionDraft {
  const entries = elementsBelow(body, 'textEntryInteraction');
  const [first] = entries;
  const baseType = declarationOf(item, first)?.attributes.baseType;
  if (entries.length === 1 && (baseType === 'float' || baseType === 'integer')) {
    const tolerances = elementsBelow(item, 'equal').map(
      ({ attributes }) => attributes.tolerance?.trim().split(/\s+/)[0],
    );
    const unit = elementsBelow(body, 'span').find(({ attributes }) => attributes.class === 'unit');
    return {
      kind: 'numeric',
      question: flow(body, new Set(['textEntryInteraction', ...(unit === undefined ? [] : ['span'])])),
      value: Number(correctOf(item, first)[0] ?? Number.NaN),
      tolerance: Number(tolerances[0] ?? 0),
      unit: textOf(unit),
    };
  }
  const task = elementsBelow(body, 'div').find(({ attributes }) => attributes.class === 'task');
  const text = elementsBelow(body, 'div').find(({ attributes }) => attributes.class === 'text') ?? body;
  return {
    kind: 'cloze',
    question: flow(task),
    text: flow(text, new Set(['rubricBlock', 'feedbackBlock'])),
    blanks: entries.map((entry) => acceptedOf(item, entry)),
  };
}

function acceptedOf(item: XmlElement, interaction: XmlElement): string[] {
  const entries = childrenOf(childOf(declarationOf(item, interaction), 'mapping'), 'mapEntry');
  const best = Math.max(...entries.map(({ attributes }) => Number(attributes.mappedValue ?? 0)));
  const mapped = entries
    .filter(({ attributes }) => best > 0 && Number(attributes.mappedValue ?? 0) === best)
    .map(({ attributes }) => attributes.mapKey ?? '');
  return [...correctOf(item, interaction), ...mapped];
}

function declarationOf(item: XmlElement, interaction: XmlElement | undefined): XmlElement | undefined {
  const { responseIdentifier } = interaction?.attributes ?? {};
  return childrenOf(item, 'responseDeclaration').find(({ attributes }) => attributes.identifier === responseIdentifier);
}

function correctOf(item: XmlElement, interaction: XmlElement | undefined): string[] {
  return childrenOf(childOf(declarationOf(item, interaction), 'correctResponse'), 'value').map((value) =>
    textOf(value).trim(),
  );
}

function elementsInBody(body: XmlElement): XmlElement[] {
  const all: XmlElement[] = [];
  const waiting = [body];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    all.push(element);
    waiting.push(...elementsIn(element));
  }
  return all;
}

const blockNames = new Set([
  'p',
  'div',
  'blockquote',
  'li',
  'ul',
  'ol',
  'pre',
  'table',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'prompt',
]);

/** The text of an element as it is read; a text to enter is a blank. */
function flow(element: XmlElement | undefined, without: ReadonlySet<string> = new Set()): string {
  let text = '';
  const newLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const waiting: (XmlElement | string)[] = element === undefined ? [] : [...element.children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === '\n') newLine();
    else if (typeof node === 'string') text += node.replace(/[ \t\r\n]+/g, ' ');
    else if (without.has(node.name)) continue;
    else if (node.name === 'br') text += '\n';
    else if (node.name === 'textEntryInteraction') text += blank;
    else if (blockNames.has(node.name)) {
      newLine();
      waiting.push('\n', ...[...node.children].reverse());
    } else waiting.push(...[...node.children].reverse());
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
