import { assertKnownOptions, badArgument, type CuboError } from '@cubo/contracts';
import { assertDifficulty } from '../difficulty.ts';
import { countBlanks } from './blank.ts';
import { questionKindNames } from './items/question-kinds.ts';
import type { QuestionDraft } from './question-draft.ts';
import type { QuestionKind } from './quiz-question.ts';

const mostOptions = 100;

/** What a question of each kind has beside what all have. */
const parts: Readonly<Record<QuestionKind, readonly string[]>> = {
  'multiple-choice': ['options', 'correct'],
  'true-false': ['correct'],
  'multi-select': ['options', 'correct'],
  cloze: ['text', 'blanks'],
  'short-answer': ['answer', 'keyPoints'],
  numeric: ['value', 'tolerance', 'unit'],
};
const common = ['kind', 'question', 'explanation', 'difficulty', 'topic'];
/** What a question of a quiz has too, and a new one is given. */
const given = ['id', 'origin', 'grounding', 'state'];

type Input = Readonly<Record<string, unknown>>;

/**
 * A question as a host wrote it, with texts trimmed. Unlike what a model writes it is taken by the letter, or refused.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function checkQuestion(input: unknown): QuestionDraft & { readonly topic?: string } {
  const value = (typeof input === 'object' && input !== null ? input : {}) as Input;
  const kind = questionKindNames.find((name) => name === value.kind);
  if (kind === undefined) {
    throw refused(`there is no kind ${String(value.kind)}`, `Kinds are ${questionKindNames.join(', ')}.`);
  }
  const names = [...common, ...parts[kind], ...given];
  assertKnownOptions('A question', value, Object.fromEntries(names.map((name) => [name, true as const])));
  const { difficulty } = value;
  assertDifficulty(difficulty);
  const explanation = optionalText(value, 'explanation');
  const topic = optionalText(value, 'topic');
  return {
    kind,
    question: kind === 'cloze' ? (optionalText(value, 'question') ?? '') : text(value, 'question'),
    ...ownParts(kind, value),
    ...(explanation !== undefined && { explanation }),
    ...(difficulty !== undefined && { difficulty }),
    ...(topic !== undefined && { topic }),
  } as QuestionDraft & { readonly topic?: string };
}

function ownParts(kind: QuestionKind, value: Input): object {
  switch (kind) {
    case 'multiple-choice': {
      const options = optionsOf(value);
      if (isIndex(value.correct, options)) return { options, correct: value.correct };
      throw refused('its right answer is none of its options', 'Pass the index of an option as `correct`.');
    }
    case 'multi-select': {
      const options = optionsOf(value);
      const { correct } = value;
      if (Array.isArray(correct) && correct.length > 0 && correct.every((index) => isIndex(index, options))) {
        return { options, correct: [...new Set<number>(correct)].sort((a, b) => a - b) };
      }
      throw refused('its right answers are none of its options', 'Pass indexes of options as `correct`.');
    }
    case 'true-false':
      if (typeof value.correct === 'boolean') return { correct: value.correct };
      throw refused('it does not say whether it is true', 'Pass true or false as `correct`.');
    case 'cloze': {
      const written = text(value, 'text');
      const blanks = Array.isArray(value.blanks) ? value.blanks.map((accepted) => texts(accepted, 'blanks')) : [];
      if (blanks.length > 0 && blanks.length === countBlanks(written)) return { text: written, blanks };
      throw refused(
        'its blanks and their answers do not agree',
        'Write each blank as ____, and pass a list of what is accepted for each.',
      );
    }
    case 'short-answer': {
      const answer = text(value, 'answer');
      return { answer, keyPoints: value.keyPoints === undefined ? [answer] : texts(value.keyPoints, 'keyPoints') };
    }
    case 'numeric': {
      const { value: number, tolerance = 0 } = value;
      const unit = optionalText(value, 'unit');
      if (!Number.isFinite(number)) throw refused('its answer is no number', 'Pass a number as `value`.');
      if (Number.isFinite(tolerance) && (tolerance as number) >= 0) {
        return { value: number, tolerance, ...(unit !== undefined && { unit }) };
      }
      throw refused('its tolerance is no number', 'Pass a number of 0 or more as `tolerance`.');
    }
  }
}

function optionsOf({ options }: Input): string[] {
  const list = Array.isArray(options) ? texts(options, 'options') : [];
  const areDifferent = new Set(list).size === list.length;
  if (list.length >= 2 && list.length <= mostOptions && areDifferent) return list;
  throw refused('its options are too few, too many or not all different', 'Pass two or more, all different.');
}

function isIndex(index: unknown, options: readonly string[]): index is number {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < options.length;
}

function text(value: Input, name: string): string {
  const found = optionalText(value, name);
  if (found !== undefined) return found;
  throw refused(`its ${name} is missing or blank`, `Pass a text as \`${name}\`.`);
}

/** What is blank is left out. */
function optionalText(value: Input, name: string): string | undefined {
  const found = value[name];
  if (found !== undefined && typeof found !== 'string') {
    throw refused(`its ${name} is no text`, `Pass a text as \`${name}\`.`);
  }
  return found?.trim() || undefined;
}

function texts(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string' && entry.trim())) {
    return value.map((entry: string) => entry.trim());
  }
  throw refused(`its ${name} are no texts, or some are blank`, `Pass a list of texts as \`${name}\`.`);
}

function refused(why: string, remedy: string): CuboError {
  return badArgument(`A question was refused: ${why}.`, remedy);
}
