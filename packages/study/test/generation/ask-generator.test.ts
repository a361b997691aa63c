import type { GenerationEvent, Generator } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { askGenerator } from '../../src/generation/ask-generator.ts';

function repeating(event: GenerationEvent): { readonly generator: Generator; readonly isLeft: () => boolean } {
  let isLeft = false;
  const generator: Generator = {
    ...scriptedGenerator({ script: '' }),
    async *generate() {
      try {
        for (;;) yield event;
      } finally {
        isLeft = true;
      }
    },
  };
  return { generator, isLeft: () => isLeft };
}

test.each<GenerationEvent>([
  { type: 'text', text: 'and so on ' },
  { type: 'text', text: '' },
  { type: 'thinking', text: 'hmm' },
  { type: 'usage', inputTokens: 1, outputTokens: 1 },
])('an answer that never ends is left: %o', async (event) => {
  for (const answerTokens of [100, undefined]) {
    const { generator, isLeft } = repeating(event);
    let length = 0;
    for await (const piece of askGenerator(generator, { messages: [], answerTokens })) length += piece.length;
    expect(isLeft()).toBe(true);
    expect(length).toBeLessThanOrEqual(1_000_010);
    if (answerTokens !== undefined) expect(length).toBeLessThanOrEqual(2010);
  }
});

test('an answer up to its limit is read to the end', async () => {
  const generator = scriptedGenerator({ script: [...Array(400)].map(() => ({ type: 'text', text: 'four' }) as const) });
  const read = async () => {
    let text = '';
    for await (const piece of askGenerator(generator, { messages: [], answerTokens: 400 })) text += piece;
    return text;
  };
  // It has no end, which would be told had it not been read so far.
  await expect(read()).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
});
