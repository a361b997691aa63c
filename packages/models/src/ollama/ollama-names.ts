/** What connections to Ollama are for, in the log of connections. */
export function ollamaPurpose(what: string, model: string): string {
  return `${what} with ollama:${model}`;
}

/** What helps when Ollama, or a model, is not there. */
export function ollamaRemedies(model: string): { readonly start: string; readonly get: string } {
  return {
    start: 'Start it with `ollama serve` or by opening its application, or pass the baseUrl at which it runs.',
    get: `Get it once with \`ollama pull ${model}\`, or pass another model.`,
  };
}
