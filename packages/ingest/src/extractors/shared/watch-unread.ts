import type { CuboError, ExtractContext, UnreadPlace } from '@cubo/contracts';
import { emptySource } from './empty-source.ts';
import { unreadSource } from './unread-source.ts';

/** A context that remembers what was not read. */
export interface WatchedContext {
  readonly context: ExtractContext;
  /** The place that was reported first. */
  readonly firstUnread: UnreadPlace | undefined;
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
    get firstUnread() {
      return first;
    },
    noText(uri, extension, whenEmpty) {
      if (first === undefined) return emptySource(uri, whenEmpty);
      return unreadSource(uri, first, `Open it in an office program and save it again as ${extension}.`);
    },
  };
}
