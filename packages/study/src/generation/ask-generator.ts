import {
  CuboError,
  type GenerationMessage,
  type GenerationRequest,
  type Generator,
  isCuboError,
  untilAborted,
} from '@cubo/contracts';

/** Of an answer without a limit no more is waited for, in characters. */
const longestAnswer = 1_000_000;
/** Tokens have fewer characters than that, one with another. */
const mostCharactersOfToken = 20;

/** What is asked of a generator. */
export interface GeneratorQuestion {
  readonly messages: readonly GenerationMessage[];
  /** Of the answer. Is given to generators that keep to a schema. */
  readonly schema?: GenerationRequest['responseSchema'];
  /** The most tokens of the answer. Default: the generator's own. */
  readonly answerTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a generator writes, piece by piece, without what it thinks. An answer that goes on far beyond its limit, as some do
 * that repeat themselves without end, is left there.
 *
 * @throws CuboError `CUBO_GENERATOR_FAILED`; the reason of the signal
 */
export async function* askGenerator(
  generator: Generator,
  { messages, schema, answerTokens, signal }: GeneratorQuestion,
): AsyncGenerator<string, void, undefined> {
  const request: GenerationRequest = {
    question: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    passages: [],
    messages,
    thinking: false,
    ...(answerTokens !== undefined && { maximumOutputTokens: answerTokens }),
    ...(schema !== undefined && generator.capabilities.jsonSchema && { responseSchema: schema }),
  };
  const events = generator.generate(request, { signal });
  const most = answerTokens === undefined ? longestAnswer : answerTokens * mostCharactersOfToken;
  let isFinished = false;
  let length = 0;
  try {
    for await (const event of signal === undefined ? events : untilAborted(events, signal)) {
      if (event.type === 'error') throw event.error;
      if (event.type === 'text' && event.text !== '') yield event.text;
      isFinished ||= event.type === 'finish';
      length += 'text' in event ? Math.max(1, event.text.length) : 1;
      if (length > most) return;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (isCuboError(error)) throw error;
    throw failed(generator, 'failed', error);
  }
  if (!isFinished) throw failed(generator, 'broke off');
}

function failed({ id }: Generator, what: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The answer of the generator ${id} ${what}.`,
    remedy: 'Check that its model is running, then ask again.',
    cause,
  });
}
