import type { AiSdkEmbeddingModel, AiSdkLanguageModel } from '@cubo/models/ai-sdk';

// Stand-ins for what a package of a provider makes, as in `openai.embedding('text-embedding-3-small')` and
// `openai('gpt-5-mini')`. They need no network, and know nothing.

/** Counts letters. */
export const embeddingModel: AiSdkEmbeddingModel = {
  specificationVersion: 'v4',
  provider: 'scripted.embedding',
  modelId: 'letters',
  maxEmbeddingsPerCall: 100,
  supportsParallelCalls: true,
  async doEmbed({ values }) {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const count = (text: string, letter: string) => text.toLowerCase().split(letter).length - 1;
    return { embeddings: values.map((text) => letters.map((letter) => count(text, letter))) };
  },
};

/** Says what it was told to say. */
export const languageModel: AiSdkLanguageModel = {
  specificationVersion: 'v4',
  provider: 'scripted.chat',
  modelId: 'parrot',
  async doStream() {
    const parts = [
      { type: 'reasoning-delta', id: 'thought', delta: 'The first passage says it.' },
      { type: 'text-delta', id: 'answer', delta: 'Three months ' },
      { type: 'text-delta', id: 'answer', delta: 'before the end [1].' },
      {
        type: 'finish',
        finishReason: { unified: 'stop' },
        usage: { inputTokens: { total: 90 }, outputTokens: { total: 9 } },
      },
    ];
    return { stream: ReadableStream.from(parts) };
  },
};
