import type { Extractor, Section, Source } from '@cubo/contracts';
import { followReading } from '../sources/follow-reading.ts';
import { createLoopTurns } from '../sources/loop-turns.ts';
import { checkedContext } from './checked-context.ts';
import type { PipelineContext } from './extract-context.ts';
import { sectionCheck } from './section-check.ts';
import { toSourceProblem } from './source-problem.ts';

/**
 * The sections that an extractor gives for a source. Whatever goes wrong in it becomes a `SourceProblem`: what it
 * throws, and what it gives and says that does not keep the contract, before anything is stored. Cancellation stays what
 * it is. Other work has its turn every few milliseconds.
 */
export async function* readSections(
  extractor: Extractor,
  source: Source,
  context: PipelineContext,
): AsyncGenerator<Section> {
  const check = sectionCheck(extractor.id, source.uri);
  const { reached } = context;
  const checked = checkedContext(extractor.id, source.uri, context);
  const followed = reached === undefined ? source : followReading(source, reached);
  let iterator: AsyncIterator<Section> | undefined;
  const turns = createLoopTurns();
  let finished = false;
  try {
    for (;;) {
      let step: IteratorResult<Section>;
      try {
        iterator ??= extractor.extract(followed, checked.context)[Symbol.asyncIterator]();
        step = await iterator.next();
        checked.assertKept();
        if (!step.done) check(step.value);
      } catch (error) {
        context.signal?.throwIfAborted();
        throw toSourceProblem(error, source.uri);
      }
      if (step.done) {
        finished = true;
        return;
      }
      yield step.value;
      if (turns.isDue()) await turns.take();
    }
  } finally {
    if (!finished) await iterator?.return?.();
  }
}
