import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlExtractor, recursiveChunker, textSource } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { collect, expectChunksOf, expectOrderedSections, extract, stream } from './helpers/sections.ts';

const read = (text: string) => extract(htmlExtractor(), textSource({ uri: 'test:html', text, name: 'test.html' }));

const page = `<!DOCTYPE html>
<html lang="de"><head><title>Hinweise &amp; Regeln</title><meta name="author" content="Ada">
<style>p { color: red }</style><script>alert('no')</script></head>
<body><header><h1>Firma</h1></header><nav><a href="/">Start</a></nav>
<main><header><h1>Datenschutz</h1></header>
<p>Wir speichern <b>Ihre</b>
   Daten&nbsp;nur <a href="x">kurz</a>.<br>Sehr kurz.</p>
<h2>Fristen</h2>
<ul><li>Bewerbungen: sechs Monate</li><li>Rechnungen<ol><li>zehn Jahre</li></ol></li></ul>
<table><caption>Liste</caption><thead><tr><th>Art</th><th>Frist</th></tr></thead>
<tbody><tr><td>Mail</td><td>1 Jahr</td></tr><tr><td>Akten</td><td><p>10 Jahre</p></td></tr></tbody></table>
<p hidden>unsichtbar</p><p style="display: none">auch nicht</p>
<pre><code>if (a &lt; b) {
  return;
}</code></pre>
<form><label>Suche</label><button>Los</button></form>
</main><footer>Impressum</footer></body></html>`;

describe('htmlExtractor', () => {
  test('reads what a person would read, with its structure', async () => {
    const { sections, description } = await read(page);
    expect(description).toEqual({ title: 'Hinweise & Regeln', author: 'Ada', language: 'de' });
    expectOrderedSections(sections);
    expect(sections.map(({ text, kind, heading, context }) => ({ text, kind, heading, context }))).toEqual([
      {
        text: 'Datenschutz\n\nWir speichern Ihre Daten nur kurz.\nSehr kurz.',
        kind: 'prose',
        heading: ['Datenschutz'],
      },
      {
        text: 'Fristen\n- Bewerbungen: sechs Monate\n- Rechnungen\n  1. zehn Jahre\n\nListe',
        kind: 'prose',
        heading: ['Datenschutz', 'Fristen'],
      },
      {
        text: 'Art | Frist\nMail | 1 Jahr\nAkten | 10 Jahre',
        kind: 'table',
        heading: ['Datenschutz', 'Fristen'],
        context: 'Art | Frist',
      },
      { text: 'if (a < b) {\n  return;\n}', kind: 'code', heading: ['Datenschutz', 'Fristen'] },
      { text: 'Suche', kind: 'prose', heading: ['Datenschutz', 'Fristen'] },
    ]);
    expect(sections.at(-1)?.locator).toMatchObject({ kind: 'heading', path: ['Datenschutz', 'Fristen'] });
  });

  test('repeats the header of a long table on every chunk', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, index) => `<tr><td>${index}<td>Contract ${index}<td>three months</tr>`,
    ).join('');
    const { sections } = await read(`<h1>Contracts</h1><table><tr><th>No<th>Name<th>Notice</tr>${rows}</table><p>End`);
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    const tables = chunks.filter(({ kind }) => kind === 'table');
    expect(tables.length).toBeGreaterThan(7);
    for (const { context, heading } of tables)
      expect([context, heading]).toEqual(['No | Name | Notice', ['Contracts']]);
    expect(chunks.at(-1)?.text).toBe('End');
  });

  test('reads tables that arrange a page as paragraphs', async () => {
    const { sections } = await read(
      '<table><tr><td><h2>Left</h2><p>One.</td><td><table><tr><td>a<td>b</table>Two.</td></tr></table>',
    );
    expect(sections.map(({ text, kind }) => [kind, text])).toEqual([
      ['prose', 'Left\n\nOne.'],
      ['table', 'a | b'],
      ['prose', 'Two.'],
    ]);
  });

  test('reads what is around a document when nothing else is there', async () => {
    expect((await read('<body><nav><p>Only a menu</p></nav>')).sections[0]?.text).toBe('Only a menu');
    expect((await read('<body><form><p>A page in a form</p></form>')).sections[0]?.text).toBe('A page in a form');
    for (const text of ['', '<p> </p>', '<script>x</script>'])
      await expect(read(text)).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY', path: 'test:html' });
  });

  const sentence = 'The notice period is three months to the end of a calendar quarter.';
  test.each([
    ['an aside of an article', `<article><p>A</p><aside>${sentence}</aside></article>`, `A\n\n${sentence}`],
    ['an aside of the page', `<p>A</p><aside>${sentence}</aside>`, 'A'],
    ['a form of an article', '<article><p>A</p><form><label>Name</label></form></article>', 'A\n\nName'],
    ['a search', '<p>A</p><form><p><label>Search</label><input></p><button>Go</button></form><p>B', 'A\n\nB'],
    [
      'a page in a form',
      `<div><div><div><form><div>Top</div><p>${sentence}</p>End</form></div>B`,
      `Top\n\n${sentence}\n\nEnd\n\nB`,
    ],
    ['headings in a form', '<p>A</p><form><div>Top</div><h2>Rent</h2><div>900</div></form>', 'A\n\nTop\n\nRent\n\n900'],
    ['much text in a form', `<p>A</p><form><div>${sentence.repeat(20)}</div></form>`, `A\n\n${sentence.repeat(20)}`],
    ['a long list in a form', `<p>A</p><form><select><option>${sentence.repeat(20)}</select></form>`, 'A'],
    ['a form in a menu', `<p>A</p><nav><form><h2>Rent</h2></form></nav>`, 'A'],
    ['a form without end', `<p>A</p><form><div>Name<div>`, 'A'],
    ['what a reader may do', '<p>A</p><button>Go</button><textarea>Text</textarea><dialog>Sure?</dialog>', 'A'],
  ])('knows whether %s belongs to the document', async (_, html, expected) => {
    const { sections } = await read(`<body>${html}`);
    expectOrderedSections(sections);
    expect(sections.map(({ text }) => text).join('\n\n')).toBe(expected);
  });

  test('finds the encoding in the bytes, and else in what the page declares', async () => {
    const html = (charset: string) =>
      `<meta http-equiv="Content-Type" content="text/html; charset=${charset}"><p>Größe`;
    const bytes: [Uint8Array, string][] = [
      [Buffer.from(html('utf-8')), 'Größe'],
      [Buffer.from(html('iso-8859-2'), 'latin1'), 'Größe'],
      [Buffer.from(html('windows-1251'), 'latin1'), 'GrцЯe'],
      [Buffer.from(html('windows-1251')), 'Größe'],
      [Buffer.from(`\ufeff${html('windows-1251')}`, 'utf16le'), 'Größe'],
    ];
    for (const [data, text] of bytes)
      expect((await extract(htmlExtractor(), bytesSource('a.html', new Uint8Array(data)))).sections[0]?.text).toBe(
        text,
      );
  });

  test('yields ordered sections and loses no word for any nesting of elements', async () => {
    const tag = fc.constantFrom(
      'p',
      'div',
      'b',
      'h1',
      'h2',
      'ul',
      'li',
      'table',
      'tr',
      'td',
      'th',
      'pre',
      'br',
      'span',
      'article',
      'thead',
    );
    const part = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.constant('word'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
        let words = 0;
        const html = parts.map((value) => (value === 'word' ? ` w${words++}. ` : value)).join('');
        const { sections } = await read(`<p>begin</p>${html}`);
        expectOrderedSections(sections);
        const found =
          sections
            .map(({ text }) => text)
            .join(' ')
            .match(/w\d+\./g) ?? [];
        expect(found).toEqual(Array.from({ length: words }, (_, index) => `w${index}.`));
      }),
      { seed: 51, numRuns: 500 },
    );
  });

  test('divides a text without any elements, and no character of it', async () => {
    for (const unit of ['word ', '👍', '漢字']) {
      const text = unit.repeat(100_000);
      const { sections } = await read(text);
      expectOrderedSections(sections);
      expect(sections.length).toBeGreaterThan(1);
      expect(
        sections
          .map((section) => section.text)
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
    }
  });

  test.each<[string, number, (size: number) => string]>([
    ['closing tags of no element', 20_000, (size) => '<b>'.repeat(4000) + '</i>'.repeat(size)],
    ['brackets', 200_000, (size) => '<'.repeat(size)],
    ['a long paragraph', 200_000, (size) => `<p>${'a '.repeat(size)}`],
    ['tables in tables', 300, (size) => '<table><tr><td>'.repeat(size)],
    ['paragraphs', 30_000, (size) => '<p>a'.repeat(size)],
    ['attributes', 50_000, (size) => `<p ${'a=b '.repeat(size)}>x`],
    [
      'menus deep in a page',
      5_000,
      (size) => `${'<div>'.repeat(4000)}${'word '.repeat(200)}${'<nav>x</nav>'.repeat(size)}`,
    ],
    ['forms', 30_000, (size) => '<form><p>a'.repeat(size)],
    ['ampersands', 200_000, (size) => '&'.repeat(size)],
    ['spaces in preformatted text', 15_000, (size) => `<pre>a${' '.repeat(size)}b</pre>`],
    ['spaces that do not break', 10_000, (size) => `<p>a${'&nbsp;'.repeat(size)}b`],
    ['tags that may name the encoding', 3_000, (size) => `${'<meta '.repeat(size)}\u00fc`],
    ['spaces in such a tag', 15_000, (size) => `<meta charset${' '.repeat(size)}x \u00fc`],
  ])('takes linear time on %s', async (_, size, html) => {
    await expectLinearTime(size, async (count) => {
      const bytes = Buffer.from(`<p>begin</p>${html(count)}`, 'latin1');
      expectOrderedSections((await extract(htmlExtractor(), bytesSource('a.html', bytes))).sections);
    });
  });

  test('stops soon where a page is nested too deeply, and keeps what comes before', async () => {
    const { sections, unread } = await read(`<p>a</p>${'<b>'.repeat(1_000_000)}lost`);
    expect(sections.map(({ text }) => text)).toEqual(['a']);
    expect(unread).toMatchObject([{ place: 'the rest of the page', code: 'CUBO_LIMIT_EXCEEDED' }]);
    await expect(read(`${'<div>'.repeat(1_000_000)}lost`)).rejects.toMatchObject({ code: 'CUBO_LIMIT_EXCEEDED' });
  });
});
