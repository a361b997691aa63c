import { randomUUID } from 'node:crypto';
import type { Scope } from '@cubo/contracts';
import { samplePassages } from '../coverage/sample-passages.ts';
import type { Difficulty } from '../difficulty.ts';
import { generateItems } from '../generation/generate-items.ts';
import type { GenerationReport } from '../generation/generation-step.ts';
import type { GroundedItem } from '../generation/item-kind.ts';
import { questionsByRules } from '../rules/questions-by-rules.ts';
import type { StudyParts } from '../study-parts.ts';
import { quizVariables } from './items/describe-kinds.ts';
import { keyOf } from './items/question-key.ts';
import { questionKinds } from './items/question-kinds.ts';
import { createOptionOrder, withOrder } from './order-options.ts';
import type { QuestionDraft } from './question-draft.ts';
import type { QuestionKind, QuizQuestion } from './quiz-question.ts';

/** Passages for each question: some carry none, and there is a second round for what is missing. */
const passagesPerQuestion = 2;
/** Few questions are chosen among so many passages at least. */
const fewestPassages = 4;
/** Wrong options come from other passages too. */
const passagesOfRules = 500;

/** What questions are asked for. */
export interface QuestionsWanted {
  readonly scope?: Scope | undefined;
  readonly count: number;
  readonly kinds: readonly QuestionKind[];
  readonly difficulty: Difficulty;
  /** Questions that there are already: they do not come again, and the passages they rest on come last. */
  readonly known: readonly QuizQuestion[];
  readonly signal?: AbortSignal | undefined;
}

/** What came of it. */
export interface QuestionsReport {
  readonly questions: readonly QuizQuestion[];
  /** How many questions are missing. */
  readonly shortfall: number;
  /** How many were not taken, by why. */
  readonly dropped: Readonly<Record<string, number>>;
}

type Made = GroundedItem<QuestionDraft>;

/** What is asked already. */
interface Asked {
  readonly keys: Set<string>;
  readonly chunks: Set<number>;
}

/**
 * Makes questions, and gives each as soon as it is sound, with its options shuffled. A language model writes an equal number
 * of each kind; without one, rules make what the documents give.
 *
 * @throws what `generateItems` throws
 */
export async function* generateQuestions(
  parts: StudyParts,
  wanted: QuestionsWanted,
): AsyncGenerator<QuizQuestion, QuestionsReport, undefined> {
  const { known, count, difficulty } = wanted;
  const orders = createOptionOrder(parts.random);
  const asked: Asked = {
    keys: new Set(known.map(keyOf)),
    chunks: new Set(known.flatMap(({ grounding }) => grounding?.chunk ?? [])),
  };
  const dropped: Record<string, number> = {};
  const questions: QuizQuestion[] = [];
  const isByRules = parts.generator.id === 'extractive';
  const made = isByRules ? questionsOfRules(parts, wanted, asked) : questionsOfModel(parts, wanted, { asked, dropped });
  for await (const { item, grounding, topic } of made) {
    const question: QuizQuestion = {
      ...{ id: randomUUID(), ...withOrder(item, orders.next(item)) },
      ...(item.difficulty === undefined && !isByRules && { difficulty }),
      ...{ origin: isByRules ? 'rules' : 'model', grounding },
      ...(topic !== undefined && { topic }),
    };
    asked.keys.add(keyOf(question));
    asked.chunks.add(grounding.chunk);
    questions.push(question);
    yield question;
  }
  return { questions, shortfall: count - questions.length, dropped };
}

async function* questionsOfModel(
  parts: StudyParts,
  { scope, count, kinds, difficulty, signal }: QuestionsWanted,
  { asked, dropped }: { readonly asked: Asked; readonly dropped: Record<string, number> },
): AsyncGenerator<Made, void, undefined> {
  for (const [kind, wanted] of divide(count, kinds)) {
    const passages = await samplePassages(parts, {
      scope,
      count: Math.max(fewestPassages, wanted * passagesPerQuestion),
      exclude: [...asked.chunks],
      signal,
    });
    const items = generateItems<QuestionDraft>(parts, questionKinds[kind], {
      ...{ passages, count: wanted, variables: quizVariables(kind, difficulty), known: [...asked.keys], signal },
    });
    for await (const step of items) {
      if (step.type === 'item') yield step;
      else addCounts(dropped, step.dropped);
    }
  }
}

async function* questionsOfRules(
  parts: StudyParts,
  { scope, count, kinds, signal }: QuestionsWanted,
  { keys, chunks }: Asked,
): AsyncGenerator<Made, void, undefined> {
  const passages = await samplePassages(parts, { scope, count: passagesOfRules, exclude: [...chunks], signal });
  const fresh = passages.filter(({ id }) => !chunks.has(id));
  const before = keys.size;
  const accepted = new Set(keys);
  const accept = (question: QuestionDraft) => !accepted.has(keyOf(question)) && Boolean(accepted.add(keyOf(question)));
  // Passages that were asked about have more to ask once the others are used up.
  for (const from of [fresh, passages]) {
    const missing = count - (accepted.size - before);
    if (missing === 0) return;
    yield* questionsByRules(parts, { passages: from, count: missing, kinds, accept });
  }
}

function addCounts(sums: Record<string, number>, counts: GenerationReport<unknown>['dropped']): void {
  for (const [reason, number] of Object.entries(counts)) sums[reason] = (sums[reason] ?? 0) + number;
}

/** So many of each kind that they differ by one at most; kinds that none are left for are left out. */
function divide(count: number, kinds: readonly QuestionKind[]): [QuestionKind, number][] {
  return kinds
    .map((kind, i): [QuestionKind, number] => [kind, Math.floor((count + kinds.length - 1 - i) / kinds.length)])
    .filter(([, wanted]) => wanted > 0);
}
