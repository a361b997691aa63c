import type { GenerationImage, GenerationMessage } from '@cubo/contracts';
import { fencePassages } from '@cubo/core';
import type { NumberedPassage } from '../citations/passage-book.ts';
import type { StoredRound, StoredTurn } from '../conversation/stored-turn.ts';
import type { Prompts } from '../prompts/load-prompts.ts';

/** What a user's message is made of. */
interface UserMessage {
  readonly question: string;
  readonly attached: readonly NumberedPassage[];
  readonly retrieved: readonly NumberedPassage[] | undefined;
  readonly images: readonly GenerationImage[];
}

/** The message of a user, with what was attached and found. */
export function userMessage(
  { question, attached, retrieved, images }: UserMessage,
  prompts: Prompts,
): GenerationMessage & { readonly role: 'user' } {
  const asked =
    retrieved === undefined || retrieved.length === 0
      ? question
      : prompts.fill('question', { passages: fencePassages(retrieved), question });
  const content =
    attached.length === 0 ? asked : prompts.fill('attachments', { passages: fencePassages(attached), question: asked });
  return { role: 'user', content, ...(images.length > 0 && { images }) };
}

/** What a model said in a round, and what the tools gave that it called. */
export function roundMessages({ text, calls }: StoredRound): GenerationMessage[] {
  return [
    {
      role: 'assistant',
      content: text,
      ...(calls.length > 0 && { toolCalls: calls.map(({ id, name, input }) => ({ id, name, input })) }),
    },
    ...calls.map(({ id, name, content }) => ({ role: 'tool' as const, content, call: { id, name } })),
  ];
}

/**
 * The messages of a whole turn. For a model without tools the rounds that called some are left out: it would not know what
 * they are.
 */
export function turnMessages(
  turn: StoredTurn,
  options: { readonly prompts: Prompts; readonly tools: boolean; readonly images: boolean },
): GenerationMessage[] {
  const images = options.images ? imagesOf(turn) : [];
  const rounds = turn.rounds.filter(({ calls }) => calls.length === 0 || options.tools);
  const answers = rounds.flatMap(roundMessages);
  // Roles take turns: what was cancelled before it was answered says so.
  const isAnswered = answers.at(-1)?.role === 'assistant' && answers.at(-1)?.content !== '';
  if (answers.at(-1)?.role === 'assistant' && !isAnswered) answers.pop();
  return [
    userMessage({ ...turn, images }, options.prompts),
    ...answers,
    ...(isAnswered ? [] : [{ role: 'assistant' as const, content: unanswered }]),
  ];
}

const unanswered = '(This was not answered.)';

/** The images of a turn, where their bytes were read. */
function imagesOf({ attachments }: Pick<StoredTurn, 'attachments'>): GenerationImage[] {
  return attachments.flatMap(({ mediaType, bytes }) =>
    mediaType.startsWith('image/') && bytes !== undefined && bytes.byteLength > 0 ? [{ mediaType, bytes }] : [],
  );
}
