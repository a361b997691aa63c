import type { XmlHandler } from '../../xml/xml-handler.ts';

const mostStyles = 100_000;

/** Finds the styles of tables that are not shown while automatic styles are read (OpenDocument 1.3, part 3, 20.251). */
export function hiddenTables(): { readonly handler: XmlHandler; isHidden(style: string | undefined): boolean } {
  const hidden = new Set<string>();
  let style = '';
  return {
    handler: {
      open(name, attributes) {
        if (name === 'style') style = attributes.name ?? '';
        else if (name === 'table-properties' && attributes.display === 'false' && hidden.size < mostStyles)
          hidden.add(style);
      },
    },
    isHidden: (name) => name !== undefined && hidden.has(name),
  };
}
