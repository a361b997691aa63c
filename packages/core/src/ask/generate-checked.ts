import { CuboError, type GenerationEvent, type GenerationRequest, type Generator, isCuboError } from '@cubo/contracts';
import { failureReason } from '../errors/failure-reason.ts';
import { errorWithoutTexts, textsOf, withoutTexts } from '../errors/without-texts.ts';
import { eventFault } from './event-fault.ts';

/**
 * The events of a generator. However it fails (it throws, reports an error, gives what is no event, or ends without saying
 * why), the failure arrives as `CUBO_GENERATOR_FAILED`; an abort of the signal stays what it is.
 */
export async function* generateChecked(
  generator: Generator,
  request: GenerationRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Exclude<GenerationEvent, { type: 'error' }>> {
  let finished = false;
  let fault: string | undefined;
  try {
    for await (const event of generator.generate(request, { signal })) {
      signal?.throwIfAborted();
      fault = eventFault(event);
      if (fault !== undefined) break;
      if (event.type === 'error') throw event.error;
      // Tokens that were not counted are no reason to lose an answer.
      if (event.type === 'usage' && !(event.inputTokens >= 0 && event.outputTokens >= 0)) continue;
      finished ||= event.type === 'finish';
      yield event;
    }
  } catch (error) {
    signal?.throwIfAborted();
    const texts = textsOf(request);
    if (isCuboError(error, 'CUBO_GENERATOR_FAILED')) throw errorWithoutTexts(error, texts);
    throw generatorFailed(generator, withoutTexts(failureReason(error), texts), error);
  }
  signal?.throwIfAborted();
  if (fault !== undefined) throw generatorFailed(generator, fault);
  if (!finished) throw generatorFailed(generator, 'its answer broke off');
}

function generatorFailed(generator: Generator, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The generator ${generator.id} failed: ${reason}.`,
    remedy: 'Check that its model is running, then ask again.',
    cause,
  });
}
