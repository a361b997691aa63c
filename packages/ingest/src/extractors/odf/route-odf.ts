import type { XmlHandler } from '../../xml/xml-handler.ts';
import type { OdfStyles } from './odf-styles.ts';

/** Who hears of which part of an OpenDocument file. */
export interface OdfRoutes {
  readonly styles: OdfStyles;
  readonly properties?: XmlHandler | undefined;
  /** Hears of what stands in `office:body`, the body itself not included. */
  readonly body?: XmlHandler | undefined;
  /** Hears of what stands in `office:master-styles`. */
  readonly masters?: XmlHandler | undefined;
  /** Hears of the automatic styles too. */
  readonly automatic?: XmlHandler | undefined;
}

/**
 * Tells each reader of the part of a document that is meant for it, whether the document is one file or several
 * (OpenDocument 1.3, part 3, 3.1).
 */
export function routeOdf({ styles, properties, body, masters, automatic }: OdfRoutes): XmlHandler {
  const routes: Readonly<Record<string, XmlHandler | undefined>> = {
    meta: properties,
    styles: styles.handler,
    'automatic-styles': automatic ? both(styles.handler, automatic) : styles.handler,
    'master-styles': masters,
    body,
  };
  let depth = 0;
  let route: XmlHandler | undefined;
  return {
    open(name, attributes) {
      depth++;
      // These elements are children of the root.
      if (depth === 2) route = Object.hasOwn(routes, name) ? routes[name] : undefined;
      else route?.open?.(name, attributes);
    },
    text: (data) => route?.text?.(data),
    close(name) {
      if (depth === 2) route = undefined;
      else route?.close?.(name);
      depth--;
    },
  };
}

function both(first: XmlHandler, second: XmlHandler): XmlHandler {
  return {
    open(name, attributes) {
      first.open?.(name, attributes);
      second.open?.(name, attributes);
    },
    text(data) {
      first.text?.(data);
      second.text?.(data);
    },
    close(name) {
      first.close?.(name);
      second.close?.(name);
    },
  };
}
