import { describe, expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, textSource, xmlExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const read = (text: string) => extract(xmlExtractor(), textSource({ uri: 'test:xml', text, name: 'a.xml' }));

describe('xmlExtractor', () => {
  test('reads records line by line under the names of the outer elements', async () => {
    const { sections } = await read(`<?xml version="1.0"?><!-- no --><catalog xmlns="urn:x">
      <book id="b1" lang="en" blurb="A book about pumps"><name>The Pump</name><price unit="EUR">10 &amp; more</price></book>
      <book id="b2"><name>The Seal</name><price>12</price><note><![CDATA[Two <b> parts]]></note></book></catalog>`);
    expectOrderedSections(sections);
    expect(sections.map(({ text, heading }) => [heading, text])).toEqual([
      [['catalog'], 'book blurb: A book about pumps'],
      [['catalog', 'book'], 'name: The Pump\nprice: 10 & more\n\nname: The Seal\nprice: 12\nnote: Two <b> parts'],
    ]);
  });

  test('keeps running text together, whatever elements mark its words', async () => {
    const { sections, description } = await read(
      '<article><title>Notice</title><section><para>The <b>notice</b> period is <i>three <u>long</u></i> months.</para><para><b>Rent</b> is due.</para></section></article>',
    );
    expect(sections.map(({ text }) => text)).toEqual([
      'Notice',
      'The notice period is three long months.\nRent is due.',
    ]);
    expect(description.title).toBe('Notice');
  });

  test('divides many records between them', async () => {
    const record = (id: number) => `<item><name>Number ${id}</name><text>${'word '.repeat(id % 40)}</text></item>`;
    const { sections } = await read(`<list>${Array.from({ length: 200 }, (_, id) => record(id)).join('')}</list>`);
    expectOrderedSections(sections);
    expect(sections.length).toBeGreaterThan(15);
    for (const { text } of sections) {
      expect(text.length).toBeLessThan(1000);
      expect(text).toMatch(/^(?:name: Number|word)/);
    }
  });

  test('expands no entity and opens nothing', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const { sections } = await read(`${bomb}<x><y>one &c; two &f;</y></x>`);
    const text = sections.map((section) => section.text).join();
    expect(text.length).toBeLessThan(100);
    expect(text).not.toContain('root:');
    expect(text).toContain('one');
  });

  test('reads the encoding that a document declares', async () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a><b>Gr\xf6\xdfe der Wohnung</b></a>',
      'latin1',
    );
    expect((await extract(xmlExtractor(), bytesSource('a.xml', bytes))).sections[0]?.text).toBe('b: Größe der Wohnung');
  });

  test('reads what is not well-formed as text, and says what is empty', async () => {
    for (const text of ['no XML', '<a><b></a>', '<a>cut']) expect((await read(text)).sections[0]?.text).toBe(text);
    await expect(read('<a><b/></a>')).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
  });

  test('is found by content', () => {
    const registry = createExtractorRegistry(builtinExtractors());
    const find = (name: string, text: string) =>
      registry.find(bytesSource(name, Buffer.from(text)), Buffer.from(text)).id;
    expect(find('feed', '<?xml version="1.0"?><rss><channel/></rss>')).toMatch(/^xml@/);
    expect(find('page.xml', '<?xml version="1.0"?><html><body/></html>')).toMatch(/^html@/);
    expect(find('drawing.svg', '<svg/>')).toMatch(/^xml@/);
  });

  test.each<[string, (size: number) => string]>([
    ['one long text', (size) => `<a><b>${'word '.repeat(size)}</b></a>`],
    ['a text without spaces', (size) => `<a><b>${'x'.repeat(5 * size)}</b></a>`],
    ['many elements', (size) => `<a>${'<b>x</b>'.repeat(size)}</a>`],
    ['inline elements', (size) => `<a>x${'<b>x</b>'.repeat(size)}</a>`],
  ])('takes linear time on %s', async (_, text) => {
    await expectLinearTime(20_000, async (size) => {
      expectOrderedSections((await read(text(size))).sections);
    });
  });
});
