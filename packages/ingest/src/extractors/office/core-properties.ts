import type { DocumentDescription } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';

const longestValue = 1000;
/** Local names of Dublin Core in Office Open XML (ISO/IEC 29500-2, 8) and in OpenDocument (1.3, part 3, 4.3). */
const wanted: ReadonlySet<string> = new Set(['title', 'creator', 'language', 'initial-creator']);

/** Reads title, author and language from the properties of an office document. */
export function readCoreProperties(): { readonly handler: XmlHandler; description(): DocumentDescription } {
  const values = new Map<string, string>();
  let open: string | undefined;
  return {
    handler: {
      open(name) {
        if (open === undefined && wanted.has(name)) open = name;
      },
      text(data) {
        if (open !== undefined) values.set(open, ((values.get(open) ?? '') + data).slice(0, longestValue));
      },
      close(name) {
        if (name === open) open = undefined;
      },
    },
    description() {
      const value = (name: string) => values.get(name)?.trim().toWellFormed() || undefined;
      const [title, author, language] = [
        value('title'),
        value('initial-creator') ?? value('creator'),
        value('language'),
      ];
      return { ...(title && { title }), ...(author && { author }), ...(language && { language }) };
    },
  };
}
