import { CuboError, type GenerationEvent, type GenerationRequest, type Generator, isCuboError } from '@cubo/contracts';

/**
 * The events of a generator. However it fails (it throws, reports an error, or ends without saying why), the failure arrives as
 * `CUBO_GENERATOR_FAILED`; an abort of the signal stays what it is.
 */
export async function* generateChecked(
  generator: Generator,
  request: GenerationRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Exclude<GenerationEvent, { type: 'error' }>> {
  let finished = false;
  try {
    for await (const event of generator.generate(request, { signal })) {
      signal?.throwIfAborted();
      if (event.type === 'error') throw event.error;
      finished ||= event.type === 'finish';
      yield event;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw isCuboError(error, 'CUBO_GENERATOR_FAILED') ? error : generatorFailed(generator, reasonOf(error), error);
  }
  signal?.throwIfAborted();
  if (!finished) throw generatorFailed(generator, 'its answer broke off');
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.trim().replace(/\.$/, '') || 'it gave no reason';
}

function generatorFailed(generator: Generator, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The generator ${generator.id} failed: ${reason}.`,
    remedy: 'Check that its model is running, then ask again.',
    cause,
  });
}
