import { badArgument, type CuboError } from '@cubo/contracts';
import { awaitableSteps, textTokens } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { describeLanguage } from '../prompts/describe-language.ts';
import type { StudyParts } from '../study-parts.ts';
import { askGenerator } from './ask-generator.ts';
import type { GenerationReport, GenerationStep, GenerationStream } from './generation-step.ts';
import { type DropReason, groundCandidate } from './ground-candidate.ts';
import type { GroundedItem, ItemKind } from './item-kind.ts';
import { createItemReader } from './item-reader.ts';
import { answerSchema } from './item-schema.ts';
import { type PlannedRequest, planRequests } from './plan-requests.ts';
import { showPassages } from './show-passages.ts';
import { tokenBudget } from './token-budget.ts';

/** Options of {@link generateItems}. */
export interface GenerateItemsOptions {
  /** What items are made from; see `samplePassages`. */
  readonly passages: readonly StudyPassage[];
  /** How many items. */
  readonly count: number;
  /** Variables of the prompt beside `count`, `language`, `known` and `passages`. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Keys of items that are not to come again. */
  readonly known?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Tokens that an item of a model has at most, as a rule. */
const itemTokens = 400;
/** Small models lose count of longer lists. */
const mostItemsOfRequest = 10;
/** What a model is told of the items that are there takes this share of its window, but no more tokens than that. */
const knownShare = 0.1;
const mostKnownTokens = 1000;

/** What of {@link StudyParts} makes items. */
export type GenerationParts = Pick<StudyParts, 'cubo' | 'generator' | 'prompts' | 'language'>;

/**
 * Has a language model write items about passages. Each comes as soon as it is complete in the answer, names the passage
 * that it rests on, quotes it to the letter, and says what the quote says; others are dropped. What is missing then is
 * asked for once more.
 *
 * @throws CuboError `CUBO_GENERATOR_FAILED`, `CUBO_BAD_ARGUMENT`, `CUBO_PROMPT_INVALID`; the reason of the signal
 */
export function generateItems<Item>(
  parts: GenerationParts,
  kind: ItemKind<Item>,
  options: GenerateItemsOptions,
): GenerationStream<Item> {
  return awaitableSteps<GenerationStep<Item>, GenerationReport<Item>>({
    steps: steps(parts, kind, options),
    isDone: (step): step is GenerationReport<Item> => step.type === 'done',
    left: {
      message: 'The generation was left before its end.',
      remedy: 'Await it instead of reading its steps, or read them to the end.',
    },
  });
}

async function* steps<Item>(
  parts: GenerationParts,
  kind: ItemKind<Item>,
  { passages, count, variables = {}, known = [], signal }: GenerateItemsOptions,
): AsyncGenerator<GenerationStep<Item>, void, undefined> {
  const { generator, prompts, cubo } = parts;
  if (!Number.isSafeInteger(count) || count < 0) throw badCount(count);
  const mostItems = Math.max(
    1,
    Math.min(mostItemsOfRequest, Math.floor(tokenBudget(generator, Infinity).answer / itemTokens)),
  );
  const budget = tokenBudget(generator, Math.min(count, mostItems) * itemTokens);
  const knownTokens = Math.min(mostKnownTokens, Math.floor(budget.prompt * knownShare));
  const language = describeLanguage(
    parts,
    passages.map(({ text }) => text),
  );
  const fill = (shown: string, wanted: number) =>
    prompts.fill(kind.prompt, { ...variables, count: String(wanted), language, known: knownText(), passages: shown });
  const keys = new Set(known);
  const labels = [...known];
  const items: GroundedItem<Item>[] = [];
  const dropped: Record<DropReason, number> = {
    invalid: 0,
    'no-source': 0,
    'quote-not-found': 0,
    unsupported: 0,
    duplicate: 0,
  };
  let requests = 0;

  function knownText(): string {
    const lines: string[] = [];
    let tokens = 0;
    for (const label of labels.toReversed()) {
      const line = `  - ${label.replace(/\s+/g, ' ').slice(0, 200)}`;
      tokens += textTokens(line);
      if (tokens > knownTokens) break;
      lines.unshift(line);
    }
    return lines.length === 0 ? '' : prompts.fill('known-items', { items: lines.join('\n') });
  }

  async function* ask(request: PlannedRequest): AsyncGenerator<GenerationStep<Item>, void, undefined> {
    signal?.throwIfAborted();
    requests++;
    const reader = createItemReader(kind.list);
    let missing = request.count;
    const sound = function* (candidates: ReturnType<typeof reader.push>): Generator<GenerationStep<Item>> {
      for (const candidate of candidates) {
        if (missing === 0) return;
        const found = groundCandidate(candidate, kind, { passages: request.passages, analyzer: cubo.analyzer, keys });
        if (typeof found === 'string') {
          dropped[found]++;
          continue;
        }
        const { key, ...grounded } = found;
        keys.add(key);
        labels.push(kind.label?.(grounded.item) ?? key);
        items.push(grounded);
        missing--;
        yield { type: 'item', ...grounded };
      }
    };
    const answer = askGenerator(generator, {
      messages: [{ role: 'user', content: fill(showPassages(request.passages), request.count) }],
      schema: answerSchema(kind.schema, kind.list, request.count),
      answerTokens: budget.answer,
      signal,
    });
    for await (const piece of answer) {
      yield* sound(reader.push(piece));
      // What a model writes beyond what it was asked for is not waited for.
      if (missing === 0) return;
    }
    yield* sound(reader.end());
  }

  const plan = (from: readonly StudyPassage[], wanted: number, taken: 'evenly' | 'first') =>
    planRequests(from, {
      count: wanted,
      room: Math.max(1, budget.prompt - knownTokens - textTokens(fill('', wanted))),
      mostItems,
      taken,
    });

  for (const request of plan(passages, count, 'evenly')) yield* ask(request);
  const missing = count - items.length;
  if (missing > 0) {
    const used = new Set(items.map(({ grounding }) => grounding.chunk));
    const unusedFirst = [...passages].sort((one, other) => Number(used.has(one.id)) - Number(used.has(other.id)));
    for (const request of plan(unusedFirst, missing, 'first')) yield* ask(request);
  }
  const chunks = [...new Set(items.map(({ grounding }) => grounding.chunk))].sort((one, other) => one - other);
  yield { type: 'done', items, dropped, requests, shortfall: count - items.length, chunks, prompts: prompts.version };
}

function badCount(count: unknown): CuboError {
  return badArgument(`${String(count)} items cannot be made.`, 'Pass a whole number of 0 or more as `count`.');
}
