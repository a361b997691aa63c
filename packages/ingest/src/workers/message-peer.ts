import type { MessagePort, Transferable } from 'node:worker_threads';
import { decodeError, type ErrorMessage, encodeError } from './error-message.ts';

/** How a call to the other thread is made. */
export interface PeerCallOptions {
  /** Aborted, the other side's signal is too, and its end is waited for. */
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: readonly Transferable[] | undefined;
}

/** One of two threads that call each other's handlers over a `MessagePort`. */
export interface MessagePeer {
  /** Calls a handler of the other side; its error is thrown here. */
  call<Result>(name: string, argument?: unknown, options?: PeerCallOptions): Promise<Result>;
  /**
   * Runs through what a handler of the other side gives, which is a few items ahead at most: it goes on as items are
   * taken. The other side's work has ended when this has.
   */
  stream<Item>(name: string, argument?: unknown, options?: PeerCallOptions): AsyncGenerator<Item, void, undefined>;
  /** Calls a handler without waiting for anything; its errors are lost. */
  tell(name: string, argument?: unknown, transfer?: readonly Transferable[]): void;
  /** Whether the other side is gone, or this one has ended the connection. */
  isClosed(): boolean;
  /** Whether the connection alone keeps the process alive. At first it does. */
  keepAlive(on: boolean): void;
  /** Ends the connection: what the other side waits for fails there, what is waited for here fails here. */
  close(): void;
}

/** Answers calls of the other side: with a promise those of `call`, with an async iterable those of `stream`. */
export type PeerHandler = (argument: never, signal: AbortSignal) => unknown;

/** Items that may be on their way, or lie at the other side untaken. */
const window = 4;

type Message =
  | { type: 'call' | 'stream' | 'tell'; id: number; name: string; argument: unknown }
  | { type: 'cancel'; id: number }
  | { type: 'more'; id: number }
  | { type: 'item'; id: number; value: unknown }
  | { type: 'end'; id: number; value?: unknown; error?: ErrorMessage | undefined };

/** A call that waits for the other side. */
interface Waiting {
  item(value: unknown): void;
  end(value: unknown, error: Error | undefined): void;
}

/** Work that is done for the other side. */
interface Serving {
  readonly abort: AbortController;
  credit: number;
  wake(): void;
}

/** Connects this thread's handlers and calls to a port. `onClose` hears when the other side is gone. */
export function createMessagePeer(
  port: MessagePort,
  handlers: Readonly<Record<string, PeerHandler>> = {},
  onClose: () => void = () => {},
): MessagePeer {
  const waiting = new Map<number, Waiting>();
  const serving = new Map<number, Serving>();
  let lastId = 0;
  let closed = false;

  const post = (message: Message, transfer?: readonly Transferable[]) => {
    if (!closed) port.postMessage(message, transfer as Transferable[]);
  };

  function handler(name: string): (argument: unknown, signal: AbortSignal) => unknown {
    const found = handlers[name];
    if (found === undefined) throw new Error(`This thread has no handler "${name}".`);
    return found as (argument: unknown, signal: AbortSignal) => unknown;
  }

  /** Never rejects: nobody would hear of it. What `encodeError` gives can always be sent. */
  async function serve(message: Extract<Message, { type: 'call' | 'stream' | 'tell' }>): Promise<void> {
    const { id, type, name, argument } = message;
    const work: Serving = { abort: new AbortController(), credit: window, wake: () => {} };
    serving.set(id, work);
    try {
      const result = handler(name)(argument, work.abort.signal);
      if (type === 'stream') await serveStream(id, result as AsyncIterable<unknown>, work);
      const value = type === 'call' ? await result : undefined;
      if (type !== 'tell') post({ type: 'end', id, value });
    } catch (error) {
      if (type !== 'tell') post({ type: 'end', id, error: encodeError(error) });
    } finally {
      serving.delete(id);
    }
  }

  async function serveStream(id: number, items: AsyncIterable<unknown>, work: Serving): Promise<void> {
    const { signal } = work.abort;
    for await (const item of items) {
      if (signal.aborted) return;
      post({ type: 'item', id, value: item });
      work.credit--;
      while (work.credit === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          work.wake = resolve;
        });
      }
      if (signal.aborted) return;
    }
  }

  function cancel(work: Serving): void {
    work.abort.abort();
    work.wake();
  }

  port.on('message', (message: Message) => {
    switch (message.type) {
      case 'item':
        waiting.get(message.id)?.item(message.value);
        break;
      case 'end': {
        const call = waiting.get(message.id);
        waiting.delete(message.id);
        call?.end(message.value, message.error && decodeError(message.error));
        break;
      }
      case 'cancel': {
        const work = serving.get(message.id);
        if (work) cancel(work);
        break;
      }
      case 'more': {
        const work = serving.get(message.id);
        if (work === undefined) break;
        work.credit++;
        work.wake();
        break;
      }
      default:
        void serve(message);
    }
  });

  function end(): void {
    if (closed) return;
    closed = true;
    const calls = [...waiting.values()];
    waiting.clear();
    for (const call of calls) call.end(undefined, new Error('The other thread is gone.'));
    for (const work of serving.values()) cancel(work);
    onClose();
  }
  port.on('close', end);

  /** Asks for something; `waiter` hears what comes of it. Gives the id, and what stops listening to the signal. */
  function request(
    type: 'call' | 'stream',
    name: string,
    argument: unknown,
    options: PeerCallOptions,
    waiter: Waiting,
  ): { id: number; unlink: () => void } {
    const { signal, transfer } = options;
    signal?.throwIfAborted();
    if (closed) throw new Error('The other thread is gone.');
    const id = ++lastId;
    waiting.set(id, waiter);
    post({ type, id, name, argument }, transfer);
    const onAbort = () => post({ type: 'cancel', id });
    signal?.addEventListener('abort', onAbort, { once: true });
    return { id, unlink: () => signal?.removeEventListener('abort', onAbort) };
  }

  return {
    async call<Result>(name: string, argument?: unknown, options: PeerCallOptions = {}): Promise<Result> {
      let unlink = () => {};
      try {
        return await new Promise<Result>((resolve, reject) => {
          const waiter: Waiting = {
            item() {},
            end: (value, error) => (error === undefined ? resolve(value as Result) : reject(error)),
          };
          ({ unlink } = request('call', name, argument, options, waiter));
        });
      } catch (error) {
        options.signal?.throwIfAborted();
        throw error;
      } finally {
        unlink();
      }
    },
    async *stream<Item>(name: string, argument?: unknown, options: PeerCallOptions = {}) {
      const items: unknown[] = [];
      let wake = () => {};
      let ended: { error: Error | undefined } | undefined;
      const { id, unlink } = request('stream', name, argument, options, {
        item(value) {
          items.push(value);
          wake();
        },
        end(_value, error) {
          ended = { error };
          wake();
        },
      });
      const news = () =>
        new Promise<void>((resolve) => {
          wake = resolve;
        });
      try {
        for (;;) {
          options.signal?.throwIfAborted();
          if (items.length > 0) {
            yield items.shift() as Item;
            post({ type: 'more', id });
          } else if (ended === undefined) await news();
          else if (ended.error === undefined) return;
          else throw ended.error;
        }
      } finally {
        unlink();
        if (ended === undefined) post({ type: 'cancel', id });
        while (ended === undefined && !closed) await news();
      }
    },
    tell: (name, argument, transfer) => post({ type: 'tell', id: ++lastId, name, argument }, transfer),
    isClosed: () => closed,
    keepAlive: (on) => (on ? port.ref() : port.unref()),
    close() {
      port.close();
      end();
    },
  };
}
