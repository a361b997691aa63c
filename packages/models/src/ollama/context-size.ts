import { estimateTokens } from '../servers/estimate-tokens.ts';

/** What a prompt needs room for. */
export interface PromptSize {
  /** All that is sent as text. */
  readonly text: string;
  readonly images: number;
  readonly outputTokens: number;
}

/** The smallest context that is asked for; the others are doubles of it, for Ollama loads a model anew for each size. */
const smallest = 2048;
/** An image has some hundred tokens in most models. */
const tokensOfImage = 1024;

/** Chooses the context of a model (`num_ctx`) by the prompts that it is given. */
export interface ContextSize {
  /** Enough for this prompt, and not less than before: a smaller one would only load the model anew. */
  choose(prompt: PromptSize, most: number): number;
  /** Learns how many tokens a prompt really had. */
  learn(prompt: PromptSize, tokens: number): void;
  reset(): void;
}

/** Makes a choice that begins with the smallest context. */
export function createContextSize(): ContextSize {
  let chosen = 0;
  let mostOfEstimate = 1;
  return {
    choose({ text, images, outputTokens }, most) {
      const needed = estimateTokens(text) * mostOfEstimate + images * tokensOfImage + outputTokens;
      const size = smallest * 2 ** Math.max(0, Math.ceil(Math.log2(needed / smallest)));
      chosen = Math.min(Math.max(size, chosen), most);
      return chosen;
    },
    learn({ text, images }, tokens) {
      if (images === 0) mostOfEstimate = Math.max(mostOfEstimate, tokens / Math.max(estimateTokens(text), 1));
    },
    reset() {
      chosen = 0;
    },
  };
}
