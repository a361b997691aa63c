import { cutBehindWord } from '../../mind-map/clean-label.ts';
import { partsOfCloze } from '../../quiz/blank.ts';
import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import { escapeXml } from '../text/escape-xml.ts';
import { type ExportedQuiz, modelAnswer, percentage, tagsOf, weightsOf } from './exported-quiz.ts';

/** A quiz in Moodle's XML format. */
export function quizToMoodleXml({ title, questions }: ExportedQuiz): string {
  const category = `$course$/top/${title.replace(/\s+/g, ' ').replace(/\//g, '//')}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<quiz>',
    `<question type="category"><category>${text(category)}</category></question>`,
    ...questions.map(writeQuestion),
    '</quiz>',
    '',
  ].join('\n');
}

const types = {
  'multiple-choice': 'multichoice',
  'multi-select': 'multichoice',
  'true-false': 'truefalse',
  'short-answer': 'essay',
  numeric: 'numerical',
  cloze: 'cloze',
} as const;

function writeQuestion(question: QuizQuestion): string {
  const asked = question.kind === 'cloze' ? clozeText(question) : question.question;
  const name = question.kind === 'cloze' && question.question === '' ? question.text : question.question;
  return [
    `<question type="${types[question.kind]}">`,
    `  <name>${text(cutBehindWord(name.replace(/\s+/g, ' '), 80))}</name>`,
    `  <questiontext format="plain_text">${text(asked)}</questiontext>`,
    `  <generalfeedback format="plain_text">${text(question.explanation ?? '')}</generalfeedback>`,
    '  <defaultgrade>1</defaultgrade>',
    '  <penalty>0.3333333</penalty>',
    '  <hidden>0</hidden>',
    `  <idnumber>${escapeXml(question.id)}</idnumber>`,
    ...answers(question).map((line) => `  ${line}`),
    `  <tags>${tagsOf(question)
      .map((tag) => `<tag>${text(tag)}</tag>`)
      .join('')}</tags>`,
    '</question>',
  ].join('\n');
}

function answers(question: QuizQuestion): string[] {
  switch (question.kind) {
    case 'multiple-choice':
      return [
        ...choices(true),
        ...question.options.map((option, index) => answer(option, index === question.correct ? 100 : 0)),
      ];
    case 'multi-select': {
      const { right, wrong } = weightsOf(question.options.length, question.correct);
      return [
        ...choices(false),
        ...question.options.map((option, index) => answer(option, question.correct.includes(index) ? right : wrong)),
      ];
    }
    case 'true-false':
      return [answer('true', question.correct ? 100 : 0), answer('false', question.correct ? 0 : 100)];
    case 'numeric': {
      const units = `<unit><multiplier>1</multiplier><unit_name>${escapeXml(question.unit ?? '')}</unit_name></unit>`;
      return [
        answer(String(question.value), 100, `<tolerance>${question.tolerance}</tolerance>`),
        ...(question.unit === undefined ? [] : [`<units>${units}</units>`]),
        '<unitgradingtype>0</unitgradingtype>',
        `<showunits>${question.unit === undefined ? 3 : 0}</showunits>`,
      ];
    }
    case 'short-answer':
      return [
        '<responseformat>editor</responseformat>',
        `<graderinfo format="plain_text">${text(modelAnswer(question))}</graderinfo>`,
      ];
    case 'cloze':
      return [];
  }
}

function choices(single: boolean): string[] {
  return [
    `<single>${single}</single>`,
    '<shuffleanswers>true</shuffleanswers>',
    '<answernumbering>abc</answernumbering>',
  ];
}

function answer(content: string, fraction: number, more = ''): string {
  const feedback = '<feedback format="plain_text"><text></text></feedback>';
  return `<answer fraction="${percentage(fraction)}" format="plain_text">${text(content)}${more}${feedback}</answer>`;
}

/** The blanks of a text are written as questions within it. */
function clozeText({ question, text: written, blanks }: Extract<QuizQuestion, { kind: 'cloze' }>): string {
  const parts = partsOfCloze(written);
  const filled = parts.map((part, index) => {
    if (index === parts.length - 1) return part;
    const accepted = (blanks[index] ?? []).map((word) => `=${word.replace(/[}#~/"\\=%]/g, '\\$&')}`);
    return `${part}{1:SHORTANSWER:${accepted.join('~')}}`;
  });
  return question === '' ? filled.join('') : `${question}\n\n${filled.join('')}`;
}

const text = (content: string): string => `<text>${escapeXml(content)}</text>`;
