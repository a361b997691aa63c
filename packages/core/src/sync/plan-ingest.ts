import { type PlannedAction, type PlannedFile, planSources } from '@cubo/ingest';
import { assertExists } from '../ingest/assert-exists.ts';
import { goneFrom } from '../ingest/gone-documents.ts';
import { type IngestInput, prepareInput } from '../ingest/ingest-input.ts';
import type { IngestRules } from '../ingest/ingest-rules.ts';

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

/** A plan: iterate over it for the files one by one, or `await` it for the sums. It runs once, whichever comes first. */
export interface PlanStream extends AsyncGenerator<PlannedFile, void, undefined>, PromiseLike<IngestPlan> {}

/** Plans an ingest of paths or sources. Nothing is written, and no other writer is waited for. */
export function planIngest(
  input: IngestInput,
  { signal, ...rules }: PlanOptions & { readonly signal: AbortSignal },
  parts: Pick<Parameters<typeof planSources>[0], 'library' | 'registry' | 'chunker' | 'ocr'>,
): PlanStream {
  const { library } = parts;
  const prepared = prepareInput(input, library.paths.root, rules);

  async function* files(): AsyncGenerator<PlannedFile, void, undefined> {
    for (const path of prepared.paths ?? []) await assertExists(path);
    yield* planSources({
      ...parts,
      sources: prepared.sources({ signal }),
      gone: (seen, problems) => goneFrom(prepared, library, { seen, problems }),
      signal,
    });
  }
  return planStream(files());
}

function planStream(files: AsyncGenerator<PlannedFile, void, undefined>): PlanStream {
  const actions = { new: 0, changed: 0, unchanged: 0, moved: 0, duplicate: 0, skipped: 0, removed: 0 };
  let bytes = 0;
  let sum: Promise<IngestPlan> | undefined;

  function count(file: PlannedFile): void {
    actions[file.action]++;
    if (file.action === 'new' || file.action === 'changed') bytes += file.bytes;
  }

  async function sumUp(): Promise<IngestPlan> {
    for await (const file of files) count(file);
    const all = Object.values(actions).reduce((a, b) => a + b);
    return { actions, files: all - actions.removed, bytes };
  }

  const stream: PlanStream = {
    async next() {
      const step = await files.next();
      if (!step.done) count(step.value);
      return step;
    },
    return: (value) => files.return(value),
    throw: (error) => files.throw(error),
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then(onFulfilled, onRejected) {
      sum ??= sumUp();
      return sum.then(onFulfilled, onRejected);
    },
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
  return stream;
}
