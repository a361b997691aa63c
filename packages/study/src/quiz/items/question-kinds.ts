import type { JsonSchema } from '@cubo/contracts';
import type { ItemKind } from '../../generation/item-kind.ts';
import type { DraftOfKind, QuestionDraft } from '../question-draft.ts';
import type { QuestionKind } from '../quiz-question.ts';
import { readMultipleChoice, readMultiSelect } from './choice.ts';
import { readCloze } from './cloze.ts';
import { ownValue } from './common.ts';
import { fieldValue } from './field-names.ts';
import { readNumeric } from './numeric.ts';
import { claimOf, keyOf } from './question-key.ts';
import { foldName, readText, type Written } from './read-value.ts';
import { readShortAnswer } from './short-answer.ts';
import { readTrueFalse } from './true-false.ts';

type Reader<Kind extends QuestionKind> = (value: Written) => DraftOfKind<Kind> | undefined;

const readers: { readonly [Kind in QuestionKind]: Reader<Kind> } = {
  'multiple-choice': readMultipleChoice,
  'true-false': readTrueFalse,
  'multi-select': readMultiSelect,
  cloze: readCloze,
  'short-answer': readShortAnswer,
  numeric: readNumeric,
};

/** All kinds of questions. */
export const questionKindNames = Object.keys(readers) as QuestionKind[];

/** What models call the kinds, folded. */
const aliases: Readonly<Record<string, QuestionKind>> = {
  multiplechoice: 'multiple-choice',
  mcq: 'multiple-choice',
  mc: 'multiple-choice',
  singlechoice: 'multiple-choice',
  truefalse: 'true-false',
  tf: 'true-false',
  boolean: 'true-false',
  multiselect: 'multi-select',
  multipleselect: 'multi-select',
  multipleresponse: 'multi-select',
  cloze: 'cloze',
  fillintheblank: 'cloze',
  fillinblank: 'cloze',
  shortanswer: 'short-answer',
  openended: 'short-answer',
  numeric: 'numeric',
  numerical: 'numeric',
};

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };

const properties: { readonly [Kind in QuestionKind]: JsonSchema } = {
  'multiple-choice': { question: text, options: { ...texts, minItems: 4, maxItems: 4 }, correct: { type: 'integer' } },
  'true-false': { question: text, correct: { type: 'boolean' } },
  'multi-select': {
    question: text,
    options: { ...texts, minItems: 4, maxItems: 6 },
    correct: { type: 'array', items: { type: 'integer' }, minItems: 1 },
  },
  cloze: { text, blanks: { type: 'array', items: texts, minItems: 1 } },
  'short-answer': { question: text, answer: text, keyPoints: { ...texts, minItems: 1 } },
  numeric: { question: text, value: { type: 'number' }, tolerance: { type: 'number' }, unit: text },
};
const optional = ['tolerance', 'unit'];

function questionKind(kind: QuestionKind): ItemKind<QuestionDraft> {
  const own = properties[kind];
  return {
    prompt: 'quiz',
    list: 'questions',
    schema: {
      type: 'object',
      properties: { ...own, explanation: text },
      required: [...Object.keys(own).filter((name) => !optional.includes(name)), 'explanation'],
    },
    validate(value) {
      const name = readText(fieldValue(value, 'kind'));
      const said = name === undefined ? undefined : ownValue(aliases, foldName(name));
      return said === undefined || said === kind ? readers[kind](value) : undefined;
    },
    key: keyOf,
    label: (question) => (question.kind === 'cloze' ? question.text : question.question),
    claim: claimOf,
  };
}

/** Questions of each kind as a language model writes them. */
export const questionKinds: Readonly<Record<QuestionKind, ItemKind<QuestionDraft>>> = {
  'multiple-choice': questionKind('multiple-choice'),
  'true-false': questionKind('true-false'),
  'multi-select': questionKind('multi-select'),
  cloze: questionKind('cloze'),
  'short-answer': questionKind('short-answer'),
  numeric: questionKind('numeric'),
};
