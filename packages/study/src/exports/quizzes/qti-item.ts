import { cutBehindWord } from '../../mind-map/clean-label.ts';
import { partsOfCloze } from '../../quiz/blank.ts';
import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import { escapeXml } from '../text/escape-xml.ts';
import { modelAnswer } from './exported-quiz.ts';
import { qtiNamespace } from './qti-names.ts';

/** The parts of an item that depend on its kind. */
interface ItemParts {
  readonly responses: readonly string[];
  readonly body: readonly string[];
  /** Without for what people grade. */
  readonly processing?: string | undefined;
}

/** A question as a QTI 2.2 `assessmentItem`. */
export function qtiItem(question: QuizQuestion): string {
  const { responses, body, processing } = partsOf(question);
  const title = question.kind === 'cloze' && question.question === '' ? question.text : question.question;
  const { explanation } = question;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<assessmentItem xmlns="${qtiNamespace}" identifier="q-${escapeXml(question.id)}" title="${escapeXml(cutBehindWord(title.replace(/\s+/g, ' '), 80))}" adaptive="false" timeDependent="false">`,
    ...responses,
    '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>',
    // Is shown whatever was answered.
    ...(explanation === undefined
      ? []
      : [
          '<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"><defaultValue><value>EXPLANATION</value></defaultValue></outcomeDeclaration>',
        ]),
    '<itemBody>',
    ...body,
    '</itemBody>',
    ...(processing === undefined ? [] : [processing]),
    ...(explanation === undefined
      ? []
      : [
          `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="EXPLANATION" showHide="show"><p>${lines(explanation)}</p></modalFeedback>`,
        ]),
    '</assessmentItem>',
    '',
  ].join('\n');
}

function partsOf(question: QuizQuestion): ItemParts {
  const asked = `<p>${lines(question.question)}</p>`;
  switch (question.kind) {
    case 'multiple-choice':
    case 'multi-select': {
      const isSingle = question.kind === 'multiple-choice';
      const right = isSingle ? [question.correct] : question.correct;
      const choices = question.options.map((option, index) => ({ identifier: `choice-${index + 1}`, option }));
      return choice(question, { choices, right: right.map((index) => `choice-${index + 1}`), isSingle, shuffle: true });
    }
    case 'true-false': {
      const choices = [
        { identifier: 'true', option: 'True' },
        { identifier: 'false', option: 'False' },
      ];
      return choice(question, { choices, right: [String(question.correct)], isSingle: true, shuffle: false });
    }
    case 'numeric': {
      const { value, tolerance, unit } = question;
      const equal = `<equal toleranceMode="absolute" tolerance="${tolerance} ${tolerance}"><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></equal>`;
      return {
        responses: [declaration('RESPONSE', 'float', [String(value)])],
        body: [
          asked,
          `<p><textEntryInteraction responseIdentifier="RESPONSE"/>${unit === undefined ? '' : ` <span class="unit">${escapeXml(unit)}</span>`}</p>`,
        ],
        processing: `<responseProcessing><responseCondition><responseIf>${equal}<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`,
      };
    }
    case 'short-answer':
      return {
        responses: ['<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>'],
        body: [
          `<extendedTextInteraction responseIdentifier="RESPONSE"><prompt>${lines(question.question)}</prompt></extendedTextInteraction>`,
          `<rubricBlock view="scorer"><p>${lines(modelAnswer(question))}</p></rubricBlock>`,
        ],
      };
    case 'cloze':
      return cloze(question);
  }
}

function choice(
  { question }: QuizQuestion,
  options: {
    readonly choices: readonly { readonly identifier: string; readonly option: string }[];
    readonly right: readonly string[];
    readonly isSingle: boolean;
    readonly shuffle: boolean;
  },
): ItemParts {
  const { choices, right, isSingle, shuffle } = options;
  return {
    responses: [declaration('RESPONSE', 'identifier', right, { cardinality: isSingle ? 'single' : 'multiple' })],
    body: [
      `<choiceInteraction responseIdentifier="RESPONSE" shuffle="${shuffle}" maxChoices="${isSingle ? 1 : 0}">`,
      `<prompt>${lines(question)}</prompt>`,
      ...choices.map(
        ({ identifier, option }) => `<simpleChoice identifier="${identifier}">${lines(option)}</simpleChoice>`,
      ),
      '</choiceInteraction>',
    ],
    processing: '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/match_correct"/>',
  };
}

function cloze({ question, text, blanks }: Extract<QuizQuestion, { kind: 'cloze' }>): ItemParts {
  const identifiers = blanks.map((_, index) => `RESPONSE_${index + 1}`);
  const filled = partsOfCloze(text).map((part, index) => {
    const identifier = identifiers[index];
    return lines(part) + (identifier === undefined ? '' : `<textEntryInteraction responseIdentifier="${identifier}"/>`);
  });
  const scores = identifiers.map((identifier) => `<mapResponse identifier="${identifier}"/>`);
  return {
    responses: blanks.map((accepted, index) => {
      const entries = accepted.map(
        (word) => `<mapEntry mapKey="${escapeXml(word)}" mappedValue="1" caseSensitive="false"/>`,
      );
      const mapping = `<mapping defaultValue="0">${entries.join('')}</mapping>`;
      return declaration(identifiers[index] as string, 'string', accepted.slice(0, 1), { mapping });
    }),
    body: [
      ...(question === '' ? [] : [`<div class="task"><p>${lines(question)}</p></div>`]),
      `<div class="text"><p>${filled.join('')}</p></div>`,
    ],
    processing: `<responseProcessing><setOutcomeValue identifier="SCORE"><sum>${scores.join('')}</sum></setOutcomeValue></responseProcessing>`,
  };
}

function declaration(
  identifier: string,
  baseType: 'identifier' | 'string' | 'float',
  correct: readonly string[],
  { cardinality = 'single', mapping = '' }: { readonly cardinality?: string; readonly mapping?: string } = {},
): string {
  const values = correct.map((value) => `<value>${escapeXml(value)}</value>`).join('');
  return `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values}</correctResponse>${mapping}</responseDeclaration>`;
}

const lines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(escapeXml)
    .join('<br/>');
