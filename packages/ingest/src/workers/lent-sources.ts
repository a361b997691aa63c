import type { Source } from '@cubo/contracts';
import type { MessagePeer, PeerHandler } from './message-peer.ts';

/** A source as it goes to another thread, which reads its bytes from here. */
export type SourceMessage =
  | {
      readonly facts: Omit<Source, 'open' | 'readRange'>;
      readonly hasRanges: boolean;
      /** Names the source in the thread that lends it. */
      readonly lent: number;
    }
  /** A source of the other thread, which comes back to it. */
  | { readonly returned: number };

/** Lends sources to the thread at the other side of a peer, and borrows its. */
export interface LentSources {
  /** What the other side needs to read a source; it stays lent until `end` is called. */
  lend(source: Source): { message: SourceMessage; end(): void };
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
    lend(source) {
      const returned = borrowed.get(source);
      if (returned !== undefined) return { message: { returned }, end() {} };
      const { uri, name, mediaType, size, modifiedAt, title, metadata } = source;
      const id = ++last;
      lent.set(id, source);
      return {
        message: {
          facts: { uri, name, mediaType, size, modifiedAt, title, metadata },
          hasRanges: source.readRange !== undefined,
          lent: id,
        },
        end: () => lent.delete(id),
      };
    },
    borrow(message, peer) {
      if ('returned' in message) return find(message.returned);
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
