import { type ExtractContext, type Extractor, isCuboError, type Section, type Source } from '@cubo/contracts';
import { sourceBytes } from '../../sources/read-source.ts';
import { parseXml, readXml } from '../../xml/read-xml.ts';
import { emptySource } from '../shared/empty-source.ts';
import { textExtractor } from '../text/text-extractor.ts';
import { createXmlText } from './xml-text.ts';

/**
 * Reads XML of any vocabulary, streamed: the text of its elements in order, a line for each that holds text, with the
 * names of the elements around it as headings where they lie near the root; attributes that hold words are read with
 * their element. Entities that the document declares are never expanded, and nothing outside of it is ever opened. What
 * is not well-formed is read as the text that it is.
 */
export function xmlExtractor(): Extractor {
  return {
    id: 'xml@1',
    mediaTypes: ['application/xml', 'text/xml', 'application/rss+xml', 'application/atom+xml', 'image/svg+xml'],
    extensions: [
      '.xml',
      '.rss',
      '.atom',
      '.opml',
      '.svg',
      '.rdf',
      '.xsd',
      '.xsl',
      '.xslt',
      '.wsdl',
      '.kml',
      '.gpx',
      '.tei',
      '.xliff',
      '.xlf',
      '.tmx',
      '.plist',
    ],
    async *extract(source, context): AsyncGenerator<Section> {
      if (await isWellFormed(source, context.signal)) yield* xmlSections(source, context);
      else yield* textExtractor().extract(source, context);
    },
  };
}

/** Whether an XML parser reads the document to its end; errors of the source itself are thrown. */
async function isWellFormed(source: Source, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await parseXml(sourceBytes(source, { signal }), {}, { uri: source.uri, signal, doctype: 'skip' });
    return true;
  } catch (error) {
    if (isCuboError(error, 'CUBO_FORMAT_INVALID')) return false;
    throw error;
  }
}

async function* xmlSections(source: Source, context: ExtractContext): AsyncGenerator<Section> {
  const { signal } = context;
  const text = createXmlText();
  let described = false;
  let empty = true;
  function* completed(): Generator<Section> {
    for (const section of text.take()) {
      if (text.title !== undefined && !described) context.describe({ title: text.title });
      described ||= text.title !== undefined;
      empty = false;
      yield section;
    }
  }
  const options = { uri: source.uri, signal, doctype: 'skip' } as const;
  for await (const _ of readXml(sourceBytes(source, { signal }), text, options)) yield* completed();
  text.finish();
  yield* completed();
  if (empty) throw emptySource(source.uri);
}
