import { randomUUID } from 'node:crypto';
import { difficulties } from '../../difficulty.ts';
import { countBlanks } from '../../quiz/blank.ts';
import type { QuestionKind, QuizQuestion } from '../../quiz/quiz-question.ts';
import type { SkippedItem } from '../text/bad-file.ts';

/** A question as a file has it, before anything of it is believed. */
export interface QuestionDraft {
  readonly kind: QuestionKind | (string & {});
  readonly id?: unknown;
  readonly question?: unknown;
  readonly explanation?: unknown;
  readonly difficulty?: unknown;
  readonly topic?: unknown;
  readonly options?: unknown;
  readonly correct?: unknown;
  readonly text?: unknown;
  readonly blanks?: unknown;
  readonly answer?: unknown;
  readonly keyPoints?: unknown;
  readonly value?: unknown;
  readonly tolerance?: unknown;
  readonly unit?: unknown;
}

/** The longest text of a question or an answer, in characters. */
const longest = 20_000;
const mostOptions = 100;

/** The question of a draft, or why it is none. Never throws. */
function acceptQuestion(draft: QuestionDraft): QuizQuestion | string {
  const asked = textOf(draft.question);
  const base = {
    id: textOf(draft.id, 200) || randomUUID(),
    question: asked,
    ...optional('explanation', textOf(draft.explanation)),
    ...optional('difficulty', difficulties.find((known) => known === draft.difficulty) ?? ''),
    ...optional('topic', textOf(draft.topic, 500)),
    origin: 'import' as const,
  };
  if (asked === '' && draft.kind !== 'cloze') return 'it asks nothing';
  switch (draft.kind) {
    case 'multiple-choice':
    case 'multi-select': {
      const options = textsOf(draft.options);
      if (options.length < 2) return 'it has fewer than two options';
      if (options.includes('')) return 'an option is empty';
      if (new Set(options).size < options.length) return 'two options are the same';
      const correct = [...new Set(Array.isArray(draft.correct) ? draft.correct : [draft.correct])].sort(
        (a, b) => a - b,
      );
      if (correct.length === 0 || !correct.every((index) => Number.isInteger(index) && index in options)) {
        return 'it does not say which option is right';
      }
      if (draft.kind === 'multi-select') return { ...base, kind: 'multi-select', options, correct };
      if (correct.length > 1) return 'several options are right, each in itself';
      return { ...base, kind: 'multiple-choice', options, correct: correct[0] };
    }
    case 'true-false':
      if (typeof draft.correct !== 'boolean') return 'it does not say whether it is true';
      return { ...base, kind: 'true-false', correct: draft.correct };
    case 'numeric': {
      const { value, tolerance = 0 } = draft;
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'its answer is no number';
      if (typeof tolerance !== 'number' || !(tolerance >= 0 && tolerance < Infinity))
        return 'its tolerance is no number';
      return { ...base, kind: 'numeric', value, tolerance, ...optional('unit', textOf(draft.unit, 100)) };
    }
    case 'short-answer': {
      const points = textsOf(draft.keyPoints ?? []).filter((point) => point !== '');
      const answer = textOf(draft.answer) || points.join('; ');
      // An essay that a person is to grade: nothing here could.
      if (answer === '') return 'it has no model answer to grade by';
      return { ...base, kind: 'short-answer', answer, keyPoints: points.length === 0 ? [answer] : points };
    }
    case 'cloze': {
      const text = textOf(draft.text);
      const blanks = (Array.isArray(draft.blanks) ? draft.blanks : []).map((accepted) => [
        ...new Set(textsOf(accepted).filter((word) => word !== '')),
      ]);
      if (blanks.length === 0 || countBlanks(text) !== blanks.length) {
        return 'its blanks and their answers do not agree';
      }
      if (blanks.some((accepted) => accepted.length === 0)) return 'a blank has no answer';
      return { ...base, kind: 'cloze', text, blanks };
    }
    default:
      return `questions of the kind ${JSON.stringify(String(draft.kind).slice(0, 40))} are not known`;
  }
}

function textOf(value: unknown, most: number = longest): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.toWellFormed().trim().slice(0, most) : '';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, mostOptions).map((entry) => textOf(entry)) : [];
}

function optional<Name extends string, Value extends string>(name: Name, value: Value | ''): { [Key in Name]?: Value } {
  return (value === '' ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

/** A good answer and its key points, as `modelAnswer` wrote them into one text. */
export function readModelAnswer(text: string): { readonly answer: string; readonly keyPoints: string[] } {
  const points = /(?:^|\n\n)((?:- [^\n]*(?:\n|$))+)$/.exec(text);
  if (points === null) return { answer: text, keyPoints: [] };
  const keyPoints = (points[1] as string)
    .trim()
    .split('\n')
    .map((line) => line.slice(2));
  return { answer: text.slice(0, points.index), keyPoints };
}

/** Difficulty and topic of tags. */
export function readTags(tags: readonly string[]): Pick<QuestionDraft, 'difficulty' | 'topic'> {
  const difficulty = difficulties.find((known) => tags.includes(known));
  return { difficulty, topic: tags.find((tag) => tag !== difficulty) };
}

/** Collects questions, and what was not taken. */
export function questionCollector() {
  const questions: QuizQuestion[] = [];
  const skipped: SkippedItem[] = [];
  const ids = new Set<string>();
  return {
    questions,
    skipped,
    add(draft: QuestionDraft | string, place: Pick<SkippedItem, 'line' | 'item'>) {
      const question = typeof draft === 'string' ? draft : acceptQuestion(draft);
      if (typeof question === 'string') {
        skipped.push({ ...place, reason: question });
        return;
      }
      // Ids are those of one quiz, however often a file says them.
      questions.push(ids.has(question.id) ? { ...question, id: randomUUID() } : question);
      ids.add(question.id);
    },
  };
}
