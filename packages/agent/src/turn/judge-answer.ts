import type { Analyzer } from '@cubo/contracts';
import { checkAnswer } from '../citations/check-answer.ts';
import type { PassageBook } from '../citations/passage-book.ts';
import type { CheckedSentence } from '../events/agent-event.ts';

/** What an answer rests on. */
export interface JudgedAnswer {
  readonly sentences: readonly CheckedSentence[];
  /** Whether it says that the documents do not answer, or ought to. */
  readonly isNotInDocuments: boolean;
  /** Whether it says so itself. */
  readonly admitsIt: boolean;
}

/**
 * Checks an answer. One that was given after a look into the documents, and of which no sentence is carried by any passage,
 * is not in the documents.
 */
export async function judgeAnswer(
  text: string,
  options: {
    readonly book: PassageBook;
    readonly analyzer: Analyzer;
    /** What is said where the documents do not answer. */
    readonly nothing: string;
    /** Whether the documents were looked at. */
    readonly hasLooked: boolean;
    /** Judges anew those sentences that their words do not carry. */
    raise(sentences: readonly CheckedSentence[]): Promise<readonly CheckedSentence[]>;
  },
): Promise<JudgedAnswer> {
  const { book, analyzer, nothing, hasLooked, raise } = options;
  const at = text.indexOf(nothing);
  const admitsIt = at >= 0;
  const isAdmission = ({ start, end }: CheckedSentence) => admitsIt && start < at + nothing.length && end > at;
  const checked = checkAnswer(text, book, analyzer);
  const isJudged = (hasLooked || book.shown().length > 0) && !admitsIt;
  const judged = checked.filter((one) => !isAdmission(one) && (isJudged || one.citations.length > 0));
  const sentences = await raise(judged);
  const isCarried = sentences.some(({ support }) => support !== 'unsupported');
  return { sentences, admitsIt, isNotInDocuments: hasLooked && !isCarried && (admitsIt || sentences.length > 0) };
}
