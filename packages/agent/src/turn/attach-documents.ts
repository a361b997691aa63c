import { fencePassages, textTokens } from '@cubo/core';
import { mediaTypeOf } from '../attachments/attachment.ts';
import { rankPassages } from '../attachments/rank-passages.ts';
import { readAttachment } from '../attachments/read-attachments.ts';
import type { NumberedPassage } from '../citations/passage-book.ts';
import type { ShownPassage } from '../tools/agent-tool.ts';
import { showWithin } from '../tools/show-within.ts';
import { notify, type TurnRun } from './turn-run.ts';

/** Documents that came with a message. */
export interface AttachedDocuments {
  /** What the model is shown of them. */
  readonly shown: readonly NumberedPassage[];
  /** All passages, where not all are shown: they are searched. */
  readonly searched: readonly ShownPassage[];
}

/**
 * Reads the documents that came with a message. They are shown as a whole where there is room, else the passages that fit the
 * question best, in their order.
 */
export async function attachDocuments(run: TurnRun, roomTokens: number): Promise<AttachedDocuments> {
  const { attachments, parts, turn, question, book, signal } = run;
  const passages: ShownPassage[] = [];
  for (const attachment of attachments) {
    if (mediaTypeOf(attachment).startsWith('image/')) continue;
    const read = await readAttachment(attachment, { cubo: parts.cubo, turn, limits: parts.limits, signal });
    passages.push(...read.passages);
    if (read.unread !== undefined) notify(run, 'attachment-unread', `${read.name}: ${read.unread}`);
  }
  if (passages.length === 0) return { shown: [], searched: [] };
  const numbered = book.number(passages);
  if (textTokens(fencePassages(numbered)) <= roomTokens) {
    book.show(numbered);
    return { shown: numbered, searched: [] };
  }
  const best = rankPassages(question, passages, parts.cubo.analyzer);
  // A question that shares no word with them is about the whole: they are shown from their beginning.
  const { passages: shown } = showWithin(best.length > 0 ? best : passages, book, roomTokens);
  return { shown: [...shown].sort((a, b) => a.number - b.number), searched: passages };
}
