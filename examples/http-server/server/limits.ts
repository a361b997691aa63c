import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RequestError } from './errors.ts';

/** How many may be at work at a time. */
export interface Slots {
  /**
   * Takes a place, and gives what gives it back, which may be called more than once.
   *
   * @throws RequestError 503 where all are taken: a client that waits is told at once, and not after a queue
   */
  take(): () => void;
}

/** Makes so many places. */
export function createSlots(count: number, what: string): Slots {
  let taken = 0;
  return {
    take() {
      if (taken >= count) {
        const message = `The server has ${count} ${what} at work, as many as it may.`;
        throw new RequestError(503, { code: 'SERVER_BUSY', message, remedy: 'Try again in a moment.' });
      }
      taken++;
      let isHeld = true;
      return () => {
        if (isHeld) taken--;
        isHeld = false;
      };
    },
  };
}

/** Bounds the requests at a time. One that streams its answer counts until the last byte is gone, or the client. */
export function limitRequests(slots: Slots): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (context, next) => {
    context.env.outgoing.once('close', slots.take());
    await next();
  };
}

/** A question is long when it has some thousand characters; documents are uploaded, and not said. */
export const longestJson = 64 * 1024;

/** Bounds bodies that are held in memory, also where they do not say how long they are. */
export function limitBody(bytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: bytes,
    onError() {
      throw tooLarge(bytes);
    },
  });
}

/** The error for a body that is longer than it may be. */
export function tooLarge(bytes: number): RequestError {
  const message = `The body is longer than ${bytes} bytes.`;
  return new RequestError(413, { code: 'BODY_TOO_LARGE', message, remedy: 'Send a shorter one.' });
}

/** How long a client may go on sending what was refused. */
const hearingMilliseconds = 500;

/** Passes over the rest of a body for a moment: many clients hear an answer only when they have said all. */
export async function passOver(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  incoming.resume();
  await Promise.race([once(incoming, 'end').catch(() => {}), pause(hearingMilliseconds, undefined, { ref: false })]);
}
