import { type PlannedAction, type PlannedFile, planSources } from '@cubo/ingest';
import { assertExists } from '../ingest/assert-exists.ts';
import { followSteps } from '../ingest/follow-steps.ts';
import { goneFrom } from '../ingest/gone-documents.ts';
import { type IngestInput, prepareInput } from '../ingest/ingest-input.ts';
import type { IngestRules } from '../ingest/ingest-rules.ts';
import { stepsWhileLinked } from '../signals/while-linked.ts';

/** Options of `cubo.plan`: those of the ingest that is planned. */
export interface PlanOptions extends IngestRules {
  readonly signal?: AbortSignal | undefined;
}

/** What an ingest would come to. */
export interface IngestPlan {
  /** How many sources or documents each thing would be done with. */
  readonly actions: Readonly<Record<PlannedAction, number>>;
  /** Sources that would be looked at. */
  readonly files: number;
  /** Bytes that would be read and indexed: those of new and changed sources. */
  readonly bytes: number;
}

/**
 * A plan: iterate over it for the files one by one, or `await` it for the sums. It runs once, whichever comes first; after
 * iterating to its end it may be awaited as well. Awaiting one whose loop was left throws `CUBO_BAD_ARGUMENT`.
 */
export interface PlanStream extends AsyncGenerator<PlannedFile, void, undefined>, PromiseLike<IngestPlan> {}

/** Plans an ingest of paths or sources. Nothing is written, and no other writer is waited for. */
export function planIngest(
  input: IngestInput,
  { signal: given, ...rules }: PlanOptions,
  {
    closing,
    ...parts
  }: Pick<Parameters<typeof planSources>[0], 'library' | 'registry' | 'chunker' | 'ocr'> & {
    /** Aborted when the library is closed. */
    readonly closing: AbortSignal;
  },
): PlanStream {
  const { library } = parts;
  const prepared = prepareInput(input, library.paths.root, rules);

  async function* files(signal: AbortSignal): AsyncGenerator<PlannedFile, void, undefined> {
    for (const path of prepared.paths ?? []) await assertExists(path);
    yield* planSources({
      ...parts,
      sources: prepared.sources({ signal }),
      gone: (seen, problems) => goneFrom(prepared, library, { seen, problems }),
      signal,
    });
  }
  return planStream(stepsWhileLinked([given, closing], files));
}

function planStream(files: AsyncGenerator<PlannedFile, void, undefined>): PlanStream {
  const actions = { new: 0, changed: 0, unchanged: 0, moved: 0, duplicate: 0, skipped: 0, removed: 0 };
  let bytes = 0;
  let sum: Promise<IngestPlan> | undefined;

  function count(file: PlannedFile): void {
    actions[file.action]++;
    if (file.action === 'new' || file.action === 'changed') bytes += file.bytes;
  }

  const left = {
    message: 'The plan was left before its end, so that its sums are not known.',
    remedy: 'Await it instead of leaving its loop, or plan again.',
  };
  const { toEnd, ...steps } = followSteps({ steps: files, hear: count, left });

  async function sumUp(): Promise<IngestPlan> {
    await toEnd();
    const all = Object.values(actions).reduce((a, b) => a + b);
    return { actions, files: all - actions.removed, bytes };
  }

  const stream: PlanStream = {
    ...steps,
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then(onFulfilled, onRejected) {
      sum ??= sumUp();
      return sum.then(onFulfilled, onRejected);
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
