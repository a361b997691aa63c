import { describeError } from './errors.ts';

// #region ndjson
/**
 * A response of lines, each sent when it is there. It waits for the first one, so that what cannot be begun is an error of
 * the request; what fails later is the last line, as the status is long gone. A client that reads slowly holds back the
 * lines, and one that goes away ends them.
 */
export async function ndjsonResponse(lines: AsyncGenerator<string>): Promise<Response> {
  const first = await lines.next();
  async function* all(): AsyncGenerator<string> {
    try {
      if (!first.done) yield first.value;
      yield* lines;
    } catch (error) {
      yield `${JSON.stringify({ type: 'error', ...describeError(error).body })}\n`;
    }
  }
  const body = ReadableStream.from(all()).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } });
}
// #endregion
