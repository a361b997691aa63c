import { isLastOption, namesOthers } from './items/special-options.ts';
import type { QuestionDraft } from './question-draft.ts';

/** Orders of options, over which the right one stands equally often in each place. */
export interface OptionOrder {
  /** Indexes of the options in an order by chance; `undefined` where it has to stay, or there are none. */
  next(question: QuestionDraft): number[] | undefined;
}

/**
 * Shuffles options so that over many questions the right one stands equally often in each place: a model has favourites,
 * and learners notice. What speaks of the options before it stays last, and where options name each other by letters, none
 * is moved.
 */
export function createOptionOrder(random: () => number): OptionOrder {
  /** By how many options can be moved: how often the right one stood in each place. */
  const counts = new Map<number, number[]>();

  function placeOfRight(movable: number): number {
    const used = counts.get(movable) ?? new Array<number>(movable).fill(0);
    counts.set(movable, used);
    const least = Math.min(...used);
    const free = used.flatMap((count, place) => (count === least ? [place] : []));
    const place = free[Math.floor(random() * free.length)] ?? 0;
    used[place] = (used[place] ?? 0) + 1;
    return place;
  }

  return {
    next(question) {
      if (question.kind !== 'multiple-choice' && question.kind !== 'multi-select') return undefined;
      const { options } = question;
      if (options.some(namesOthers)) return undefined;
      const indexes = options.map((_, index) => index);
      const last = indexes.filter((index) => isLastOption(options[index] as string));
      const movable = indexes.filter((index) => !last.includes(index));
      const order = shuffled(movable, random);
      const at = question.kind === 'multiple-choice' ? order.indexOf(question.correct) : -1;
      if (at >= 0) {
        const [right] = order.splice(at, 1);
        order.splice(placeOfRight(movable.length), 0, right as number);
      }
      return [...order, ...last];
    },
  };
}

/** The question with its options in another order; `order` has the index of each as it was. */
export function withOrder<Question extends QuestionDraft>(
  question: Question,
  order: readonly number[] | undefined,
): Question {
  if (order === undefined) return question;
  if (question.kind !== 'multiple-choice' && question.kind !== 'multi-select') return question;
  const options = order.map((index) => question.options[index]);
  const correct =
    question.kind === 'multiple-choice'
      ? order.indexOf(question.correct)
      : question.correct.map((index) => order.indexOf(index)).sort((a, b) => a - b);
  return { ...question, options, correct };
}

/** The same entries in an order by chance (Fisher-Yates). */
export function shuffled<Entry>(entries: readonly Entry[], random: () => number): Entry[] {
  const result = [...entries];
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [result[i], result[other]] = [result[other] as Entry, result[i] as Entry];
  }
  return result;
}
