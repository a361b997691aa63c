import { assertAllowed } from '@cubo/network';

/** What connections to Ollama are for, in the log of connections. */
export function ollamaPurpose(what: string, model: string): string {
  return `${what} with ollama:${model}`;
}

/**
 * Refuses a model that Ollama has on servers of its own and would pass texts on to, unless the work may contact these.
 * They are known by their tag (`gpt-oss:120b-cloud`, `minimax-m2:cloud`), and by what Ollama tells of them.
 *
 * @param remoteHost where Ollama says that the model is
 * @throws CuboError `CUBO_NETWORK_REFUSED`
 */
export function assertMayRun(model: string, purpose: string, remoteHost?: string): void {
  const isCloud = /[:-]cloud$/i.test(model);
  if (!isCloud && !remoteHost) return;
  const url =
    remoteHost !== undefined && URL.canParse(remoteHost) ? new URL(remoteHost) : new URL('https://ollama.com');
  assertAllowed(url.hostname, Number(url.port || (url.protocol === 'http:' ? 80 : 443)), purpose);
}

/** What helps when Ollama, or a model, is not there. */
export function ollamaRemedies(model: string): { readonly start: string; readonly get: string } {
  return {
    start: 'Start it with `ollama serve` or by opening its application, or pass the baseUrl at which it runs.',
    get: `Get it once with \`ollama pull ${model}\`, or pass another model.`,
  };
}
