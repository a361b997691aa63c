import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docxExtractor, recursiveChunker } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type DocxContent, docxFile, docxMembers } from './helpers/docx-file.ts';
import { collect, expectChunksOf, expectOrderedSections, extract, stream } from './helpers/sections.ts';
import { type ZipMember, zipFile } from './helpers/zip-file.ts';

const readBytes = (bytes: Uint8Array) => extract(docxExtractor(), bytesSource('test.docx', bytes));
const read = (content: DocxContent) => readBytes(docxFile(content, { deflate: true }));

const manual: DocxContent = {
  title: 'Bedienungsanleitung',
  author: 'Ada Groß',
  language: 'de',
  blocks: [
    { text: 'Pumpe 3000', heading: 1 },
    { text: 'Wartung', heading: 2 },
    { text: 'Der Filter wird jede Woche gereinigt.' },
    {
      rows: [
        ['Teil', 'Frist'],
        ['Filter', '1 Woche'],
        ['Dichtung', '6 Monate'],
      ],
    },
    { text: 'Danach geht es weiter <&>.' },
    { text: 'Entsorgung', heading: 2 },
    { text: 'Nicht in den Hausmüll.' },
  ],
};

describe('docxExtractor', () => {
  test('gives headings, paragraphs and tables in document order', async () => {
    const { sections, description } = await read(manual);
    expect(description).toEqual({ title: 'Bedienungsanleitung', author: 'Ada Groß', language: 'de' });
    expectOrderedSections(sections);
    expect(sections.map(({ text, kind, heading, context }) => ({ text, kind, heading, context }))).toEqual([
      {
        text: 'Pumpe 3000\n\nWartung\n\nDer Filter wird jede Woche gereinigt.',
        kind: 'prose',
        heading: ['Pumpe 3000', 'Wartung'],
      },
      {
        text: 'Teil | Frist\nFilter | 1 Woche\nDichtung | 6 Monate',
        kind: 'table',
        heading: ['Pumpe 3000', 'Wartung'],
        context: 'Teil | Frist',
      },
      { text: 'Danach geht es weiter <&>.', kind: 'prose', heading: ['Pumpe 3000', 'Wartung'] },
      { text: 'Entsorgung\n\nNicht in den Hausmüll.', kind: 'prose', heading: ['Pumpe 3000', 'Entsorgung'] },
    ]);
    expect(sections[1]?.rowStarts?.map((start) => sections[1]?.text.slice(start, start + 4))).toEqual([
      'Teil',
      'Filt',
      'Dich',
    ]);
  });

  test('repeats the header of a long table on every chunk', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => [`Part ${index}`, `every ${index} weeks`, 'by the owner']);
    const { sections } = await read({ blocks: [{ rows: [['Part', 'Interval', 'Who'], ...rows] }] });
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks) expect(chunk.context).toBe('Part | Interval | Who');
  });

  test.each<[string, Uint8Array, string]>([
    ['an empty document', docxFile({ blocks: [{ text: ' ' }] }), 'CUBO_SOURCE_EMPTY'],
    ['no archive', Buffer.from('This is no archive at all.'), 'CUBO_FORMAT_INVALID'],
    ['an archive of something else', zipFile([{ name: 'a.txt', data: 'a' }]), 'CUBO_FORMAT_INVALID'],
    ['a cut off file', docxFile(manual).subarray(0, 900), 'CUBO_FORMAT_INVALID'],
    ['an encrypted file', Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'), 'CUBO_SOURCE_ENCRYPTED'],
    [
      'an external entity',
      withDocument((xml) =>
        xml.replace('?>', '?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace('Danach', '&x;'),
      ),
      'CUBO_FORMAT_INVALID',
    ],
    [
      'nested entities',
      withDocument((xml) =>
        xml
          .replace(
            '?>',
            `?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replace(/./g, (name, at: number) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)}]>`,
          )
          .replace('Danach', '&h;'),
      ),
      'CUBO_FORMAT_INVALID',
    ],
    ['a bomb', mainPartAt('word/document.xml', ' '.repeat(70_000_000)), 'CUBO_LIMIT_EXCEEDED'],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(readBytes(bytes)).rejects.toMatchObject({ code, path: '/test/test.docx' });
  });

  test('follows the relationships of a document, and reads it beside images and embedded files', async () => {
    for (const path of ['word/text.dat', 'word/media/image1.png']) {
      const moved = mainPartAt(path, '<w:p><w:r><w:t>Moved</w:t></w:r></w:p>');
      expect((await readBytes(moved)).sections.map(({ text }) => text)).toEqual(['Moved']);
    }
    const image = randomBytes(500_000);
    const bytes = withMembers(
      { name: 'word/media/a.png', data: image },
      { name: 'word/embeddings/b.xlsx', data: image },
    );
    expect((await readBytes(bytes)).sections).toEqual((await read(manual)).sections);
  });

  test('goes on without a part that unpacks to more than it claims', async () => {
    const bytes = withMembers(
      { name: 'word/styles2.xml', data: new Uint8Array(1_000_000), deflate: true, claimedSize: 100 },
      relationsTo('styles', 'styles2.xml'),
    );
    const { sections, unread } = await readBytes(bytes);
    expect(sections.length).toBeGreaterThan(0);
    expect(unread).toMatchObject([{ place: 'the styles of the document', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('survives any damage to a file with text or a CuboError', async () => {
    const bytes = docxFile(manual);
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        try {
          expectOrderedSections((await readBytes(damaged)).sections);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 41, numRuns: 150 },
    );
  });
});

function withDocument(change: (xml: string) => string): Uint8Array {
  const members = docxMembers(manual).map((member) =>
    member.name === 'word/document.xml' ? { ...member, data: change(String(member.data)) } : member,
  );
  return zipFile(members);
}

/** The manual with its main part under another name, and other content. */
function mainPartAt(path: string, body: string): Uint8Array {
  const members = docxMembers(manual).map(({ name, data }) => ({
    name: name === 'word/document.xml' ? path : name,
    data:
      name === 'word/document.xml'
        ? String(data).replace(/<w:body>.*<\/w:body>/s, `<w:body>${body}</w:body>`)
        : String(data).replace('word/document.xml', path),
    deflate: true,
  }));
  return zipFile(members);
}

function relationsTo(type: string, target: string): ZipMember {
  return {
    name: 'word/_rels/document.xml.rels',
    data: `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`,
  };
}

function withMembers(...more: ZipMember[]): Uint8Array {
  return zipFile([...docxMembers(manual), ...more]);
}

/** Bytes that cannot be packed any smaller. */
function randomBytes(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}
