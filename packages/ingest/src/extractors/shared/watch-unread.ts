import { CuboError, type ExtractContext, type UnreadPlace } from '@cubo/contracts';
import { emptySource } from './empty-source.ts';

/** A context that remembers what was not read. */
export interface WatchedContext {
  readonly context: ExtractContext;
  /**
   * The error for a document without text: the first reason that was reported, else that it is empty.
   *
   * @param whenEmpty the remedy where nothing is wrong with it
   */
  noText(uri: string, extension: string, whenEmpty?: string): CuboError;
}

/** Watches what is reported as unread. */
export function watchUnread(context: ExtractContext): WatchedContext {
  let first: UnreadPlace | undefined;
  return {
    context: {
      ...context,
      unread(place) {
        first ??= place;
        context.unread(place);
      },
      describe: (description) => context.describe(description),
    },
    noText(uri, extension, whenEmpty) {
      if (first === undefined) return emptySource(uri, whenEmpty);
      return new CuboError({
        code: first.code ?? 'CUBO_FORMAT_INVALID',
        message: `${uri} gives no text, for ${first.place} cannot be read: ${first.reason.replace(/\.$/, '')}.`,
        remedy: `Open it in an office program and save it again as ${extension}.`,
        path: uri,
      });
    },
  };
}
