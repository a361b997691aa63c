import type { Source } from '@cubo/contracts';
import { factsOf, type SourceFacts } from '../sources/facts-of.ts';
import { filePathOf, fileSourceFromFacts } from '../sources/file-source.ts';
import { unfollowed } from '../sources/follow-reading.ts';
import type { MessagePeer, PeerHandler } from './message-peer.ts';

/** A source as it goes to another thread. */
export type SourceMessage =
  /** A file, which every thread reads for itself. */
  | { readonly facts: SourceFacts; readonly file: string }
  /** Any other source: its bytes are read in the thread that lends it. */
  | {
      readonly facts: SourceFacts;
      readonly hasRanges: boolean;
      /** Names the source in the thread that lends it. */
      readonly lent: number;
    }
  /** A source of the other thread, which comes back to it. */
  | { readonly returned: number };

/** A source that is lent. */
export interface LentSource {
  readonly message: SourceMessage;
  /** The other side reads it no more. */
  end(): void;
}

/** Lends sources to the thread at the other side of a peer, and borrows its. */
export interface LentSources {
  /** What the other side needs to read a source; it stays lent until `end` is called. */
  lend(source: Source): LentSource;
  /** The source of a message; its bytes are read from the other side. */
  borrow(message: SourceMessage, peer: MessagePeer): Source;
  /** What the other side calls to read what was lent. */
  readonly handlers: Readonly<Record<string, PeerHandler>>;
}

/** Makes the sources that two threads lend each other; each side has its own. */
export function createLentSources(): LentSources {
  const lent = new Map<number, Source>();
  const borrowed = new WeakMap<Source, number>();
  let last = 0;

  function find(id: number): Source {
    const source = lent.get(id);
    if (source === undefined) throw new Error('The source is not lent any more.');
    return source;
  }

  return {
    lend(given) {
      const source = unfollowed(given);
      const returned = borrowed.get(source);
      if (returned !== undefined) return { message: { returned }, end() {} };
      const facts = factsOf(source);
      const file = filePathOf(source);
      if (file !== undefined) return { message: { facts, file }, end() {} };
      const id = ++last;
      lent.set(id, source);
      const hasRanges = source.readRange !== undefined;
      return { message: { facts, hasRanges, lent: id }, end: () => lent.delete(id) };
    },
    borrow(message, peer) {
      if ('returned' in message) return find(message.returned);
      if ('file' in message) return fileSourceFromFacts(message.file, message.facts);
      const { facts, hasRanges, lent: id } = message;
      const source: Source = {
        ...facts,
        ...(hasRanges && {
          readRange: (start: number, end: number, options?: { signal?: AbortSignal | undefined }) =>
            peer.call<Uint8Array>('source.readRange', { id, start, end }, options),
        }),
        open: (options) => peer.stream<Uint8Array>('source.open', id, options),
      };
      borrowed.set(source, id);
      return source;
    },
    handlers: {
      'source.open': (id: number, signal) => find(id).open({ signal }),
      'source.readRange': ({ id, start, end }: { id: number; start: number; end: number }, signal) =>
        find(id).readRange?.(start, end, { signal }),
    },
  };
}
