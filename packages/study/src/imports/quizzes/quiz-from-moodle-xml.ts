import { blank } from '../../quiz/blank.ts';
import { badFile, importedText } from '../text/bad-file.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from '../text/parse-xml.ts';
import { type QuestionDraft, questionCollector, readModelAnswer, readTags } from './accept-question.ts';
import type { ImportedQuiz } from './imported-quiz.ts';

/**
 * Reads questions in Moodle's XML format: `multichoice`, `truefalse`, `shortanswer` (a cloze question with one blank),
 * `numerical`, `essay` and `cloze` with short answers. Others are skipped. HTML becomes text.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` with the line, `CUBO_LIMIT_EXCEEDED`
 */
export function quizFromMoodleXml(text: string): ImportedQuiz {
  const root = parseXml(importedText('Moodle file', text), 'Moodle file');
  if (root.name !== 'quiz')
    throw badFile('Moodle file', `is no quiz but ${JSON.stringify(root.name.slice(0, 40))}`, root.line);
  const collected = questionCollector();
  let title: string | undefined;
  for (const element of childrenOf(root, 'question')) {
    if (element.attributes.type === 'category') {
      const path = textOf(childOf(childOf(element, 'category'), 'text'));
      title ??= path
        .split(/(?<!\/)\/(?!\/)/)
        .at(-1)
        ?.replaceAll('//', '/')
        .trim();
    } else collected.add(readQuestion(element), { line: element.line });
  }
  const { questions, skipped } = collected;
  return { ...(title !== undefined && { title }), questions, skipped };
}

function readQuestion(element: XmlElement): QuestionDraft | string {
  const question = formatted(childOf(element, 'questiontext'));
  const base = {
    id: textOf(childOf(element, 'idnumber')),
    question,
    explanation: formatted(childOf(element, 'generalfeedback')),
    ...readTags(childrenOf(childOf(element, 'tags'), 'tag').map((tag) => textOf(tag).trim())),
  };
  const answers = childrenOf(element, 'answer').map((answer) => ({
    text: formatted(answer),
    fraction: Number(answer.attributes.fraction ?? '0'),
    tolerance: Number(textOf(childOf(answer, 'tolerance')) || '0'),
  }));
  const right = answers.flatMap(({ fraction }, index) => (fraction >= 100 ? [index] : []));
  const { type = '' } = element.attributes;
  switch (type) {
    case 'multichoice': {
      const options = answers.map(({ text }) => text);
      if (!['false', '0'].includes(textOf(childOf(element, 'single')).trim())) {
        return { ...base, kind: 'multiple-choice', options, correct: right };
      }
      const correct = answers.flatMap(({ fraction }, index) => (fraction > 0 ? [index] : []));
      return { ...base, kind: 'multi-select', options, correct };
    }
    case 'truefalse': {
      const [best] = right.map((index) => answers[index]?.text.toLowerCase());
      return { ...base, kind: 'true-false', correct: best === undefined ? undefined : best === 'true' };
    }
    case 'shortanswer':
      return { ...base, kind: 'cloze', text: blank, blanks: [right.map((index) => answers[index]?.text)] };
    case 'numerical': {
      const best = answers[right[0] ?? -1];
      const unit = textOf(childOf(childOf(childOf(element, 'units'), 'unit'), 'unit_name'));
      return { ...base, kind: 'numeric', value: Number(best?.text || Number.NaN), tolerance: best?.tolerance, unit };
    }
    case 'essay':
      return { ...base, kind: 'short-answer', ...readModelAnswer(formatted(childOf(element, 'graderinfo'))) };
    case 'cloze':
      return { ...base, kind: 'cloze', ...readCloze(question) };
    default:
      return `questions of the type ${JSON.stringify(type.slice(0, 40))} are not known`;
  }
}

/** The text of an element as its format says; what says none is HTML, as Moodle has it. */
function formatted(element: XmlElement | undefined): string {
  const text = textOf(childOf(element, 'text'));
  const { format = 'html' } = element?.attributes ?? {};
  return format === 'html' && /[<&]/.test(text) ? htmlToText(text).text : text.trim();
}

/** Blanks are questions within the text: `{1:SHORTANSWER:=right~%50%nearly}`. */
function readCloze(embedded: string): Pick<QuestionDraft, 'question' | 'text' | 'blanks'> {
  const blanks: string[][] = [];
  const text = embedded.replace(/\{\d*:([A-Z_]+):((?:\\[\s\S]|[^\\}])*)\}/g, (whole, kind: string, answers: string) => {
    if (!/^(SHORTANSWER|SA|MW)(_?C)?$|^SHORTANSWER_C$|^SAC$|^MWC$|^MULTICHOICE|^MC|^NUMERICAL$|^NM$/.test(kind))
      return whole;
    blanks.push(acceptedOf(answers));
    return blank;
  });
  const [first = '', ...rest] = text.split('\n\n');
  const hasTask = rest.length > 0 && !first.includes(blank);
  return { question: hasTask ? first : '', text: hasTask ? rest.join('\n\n') : text, blanks };
}

/** The answers of a blank that count in full. */
function acceptedOf(answers: string): string[] {
  return (answers.match(/(?:\\[\s\S]|[^\\~])+/g) ?? []).flatMap((answer) => {
    const [, right, weight, text = ''] = /^\s*(=)?(?:%(-?\d+)%)?([\s\S]*)$/.exec(answer) ?? [];
    if (right === undefined && weight !== '100') return [];
    const [stated = ''] = text.match(/^(?:\\[\s\S]|[^\\#])*/) ?? [];
    return [stated.replace(/\\([\s\S])/g, '$1').trim()];
  });
}
