import { type Cubo, CuboError, isCuboError, type Source } from '@cubo/core';
import type { ShownPassage } from '../tools/agent-tool.ts';
import type { Attachment, AttachmentLimits } from './attachment.ts';

/** Passages of a document that was attached. */
export interface ReadAttachment {
  readonly name: string;
  readonly passages: readonly ShownPassage[];
  /** Why it, or a part of it, was not read; for people. */
  readonly unread: string | undefined;
}

/** By what an attachment is known: it is no document of the library. */
export function attachmentUri(turn: number, name: string): string {
  return `attachment:${turn}/${name}`;
}

/** Reads an attachment with the extractors of the library. What cannot be read is told, and fails nothing. */
export async function readAttachment(
  { name, bytes, mediaType }: Attachment,
  options: {
    readonly cubo: Pick<Cubo, 'extract'>;
    readonly turn: number;
    readonly limits: { readonly [Name in keyof AttachmentLimits]-?: number };
    readonly signal: AbortSignal;
  },
): Promise<ReadAttachment> {
  const { cubo, turn, limits, signal } = options;
  const uri = attachmentUri(turn, name);
  const source: Source = {
    ...{ uri, name, size: bytes.byteLength },
    ...(mediaType !== undefined && { mediaType }),
    async *open() {
      yield bytes;
    },
  };
  const limit = AbortSignal.timeout(limits.timeoutMilliseconds);
  try {
    const { maximumBytes, maximumCharacters } = limits;
    const read = await cubo.extract(source, { maximumBytes, maximumCharacters, signal: either(signal, limit) });
    const passages = read.chunks.map(({ text, kind, locator, heading, context }) => {
      return { source: uri, title: read.title, text, kind, locator, heading, context };
    });
    const places = read.unread.slice(0, 5).map(({ place, reason }) => `${place}: ${reason}`);
    if (read.isCut) places.push(`what lies behind ${maximumCharacters} characters`);
    return { name, passages, unread: places.length > 0 ? places.join('; ') : undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { name, passages: [], unread: tooSlow(name, limits.timeoutMilliseconds).message };
    if (!isCuboError(error)) throw error;
    return { name, passages: [], unread: error.message };
  }
}

function tooSlow(name: string, milliseconds: number): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TIMEOUT',
    message: `Reading ${name} took longer than ${milliseconds} ms.`,
    remedy: 'Ingest it into the library.',
    path: name,
  });
}

/** Both live as long as the turn. */
function either(one: AbortSignal, other: AbortSignal): AbortSignal {
  return AbortSignal.any([one, other]);
}
