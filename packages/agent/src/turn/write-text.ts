import { silentRound, streamRound } from './stream-round.ts';
import type { TurnRun } from './turn-run.ts';

/** Has the generator write a text that the reader is not shown, without tools. What it takes counts for the turn. */
export async function writeText(
  { parts, usage }: Pick<TurnRun, 'parts' | 'usage'>,
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  const spoken = silentRound();
  const messages = [{ role: 'user' as const, content: prompt }];
  const request = { question: prompt, passages: [], messages, thinking: false };
  await streamRound(parts.generator, request, {
    spoken,
    usage,
    round: 0,
    roomTokens: 0,
    ids: new Set(),
    emit() {},
    signal,
  });
  return spoken.text;
}
