import type { Generator } from '@cubo/contracts';
import { type CountedUsage, silentRound, streamRound } from './stream-round.ts';

/** Has a generator write a text that the reader is not shown, without tools. What it takes is added to the usage. */
export async function writeText(
  { generator, usage }: { readonly generator: Generator; readonly usage: CountedUsage },
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  const spoken = silentRound();
  const messages = [{ role: 'user' as const, content: prompt }];
  const request = { question: prompt, passages: [], messages, thinking: false };
  await streamRound(generator, request, { spoken, usage, round: 0, roomTokens: 0, ids: new Set(), emit() {}, signal });
  return spoken.text;
}
