import { isCuboError } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';

/** A handler that knows which elements are open. */
export interface ClosingHandler {
  readonly handler: XmlHandler;
  /** Closes them all, where a document breaks off, so that what was read of them is passed on. */
  closeOpen(): void;
}

/** Follows the elements that `inner` hears of. */
export function closingHandler(inner: XmlHandler): ClosingHandler {
  const open: string[] = [];
  return {
    handler: {
      open(name, attributes) {
        open.push(name);
        inner.open?.(name, attributes);
      },
      text: (data) => inner.text?.(data),
      close(name) {
        open.pop();
        inner.close?.(name);
      },
    },
    closeOpen() {
      for (let name = open.pop(); name !== undefined; name = open.pop()) {
        try {
          inner.close?.(name);
        } catch (error) {
          // Whatever was too much for an element before is too much for it still.
          if (!isCuboError(error)) throw error;
        }
      }
    },
  };
}
