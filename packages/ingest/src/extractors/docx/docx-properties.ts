import type { DocumentDescription } from '@cubo/contracts';
import { Parser } from 'htmlparser2';

/** Title, author and language from the core properties of an Office document (ISO/IEC 29500-2). */
export function describeProperties(xml: string): DocumentDescription {
  const values = new Map<string, string>();
  let name = '';
  const parser = new Parser(
    {
      onopentag(tag) {
        name = tag;
      },
      ontext(data) {
        values.set(name, (values.get(name) ?? '') + data);
      },
      onclosetag() {
        name = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  const value = (tag: string) => values.get(tag)?.trim().toWellFormed() || undefined;
  const [title, author, language] = [value('dc:title'), value('dc:creator'), value('dc:language')];
  return { ...(title && { title }), ...(author && { author }), ...(language && { language }) };
}
