import { describe, expect, test } from 'vitest';
import { htmlExtractor, textSource } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeText } from './helpers/encode-text.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const read = (text: string) => extract(htmlExtractor(), textSource({ uri: 'test:html', text, name: 'test.html' }));
const textOf = async (html: string) => {
  const { sections } = await read(html);
  expectOrderedSections(sections);
  return sections.map(({ text }) => text).join('\n\n');
};

const sentence = 'The notice period is three months to the end of a calendar quarter. ';
const article = `<h1>Notice</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(4)}`;
const links = (...names: string[]) => `<ul>${names.map((name) => `<li><a href="#">${name}</a></li>`).join('')}</ul>`;

test('a formula is read once, not in each notation that it is given in', async () => {
  const formula =
    '<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow><annotation encoding="application/x-tex">E = m</annotation></semantics></math>';
  expect(await textOf(`<p>So ${formula}.</p>`)).toBe('So E=m.');
});

test('no cell is lost beyond the columns that a table can have', async () => {
  const row = (cells: string) => `<table><tr><td>1<td>2</tr><tr>${cells}</tr></table>`;
  expect(await textOf(row('<td colspan=1000>left<td>right'))).toMatch(/left[ |]+right$/);
  const many = Array.from({ length: 2000 }, (_, column) => `c${column}`);
  expect((await textOf(row(many.map((text) => `<td>${text}`).join('')))).split(/\W+/)).toEqual(['1', '2', ...many]);
});

test('a title that does not end is no title of any length', async () => {
  const { description } = await read(`<title>${'word '.repeat(100_000)}</title><p>Text.</p>`);
  expect(description.title).toHaveLength(999);
});

describe('the main content of a page', () => {
  test.each([
    ['a menu', `<div class="main-nav">${links('Home', 'About')}</div>`],
    ['a list of links without a name', links('Home', 'About us', 'Contact', 'Jobs')],
    ['a cookie banner', '<div id="cookieConsent"><p>We use cookies to improve this site.</p><a>OK</a></div>'],
    ['a share bar', '<div class="shareBar"><a>Facebook</a> <a>Mail</a></div>'],
    ['a newsletter', '<section class="newsletter-signup"><p>Read us weekly.</p></section>'],
    ['a sidebar', `<div class="sidebar"><h3>Popular</h3>${links('One', 'Two')}</div>`],
    ['a short block of links beside the text', '<div><b>More</b> <a href="#">Everything on rent</a></div>'],
  ])('does not hold %s', async (_, boilerplate) => {
    const plain = await textOf(`<body><div id="content">${article}</div>`);
    for (const html of [
      `<body>${boilerplate}<div id="content">${article}</div>`,
      `<body><div><div id="content">${article}</div></div><div>${boilerplate}</div>`,
    ])
      expect(await textOf(html)).toBe(plain);
  });

  test.each([
    ['running text beside it', `<div>${sentence.repeat(4)}</div>`],
    ['a short text without links beside it', '<div>Berlin, 3 May 2024</div>'],
    ['a list of links in an article', `<article>${links('Lease', 'Deposit', 'Keys')}</article>`],
    ['a long text that a word makes suspicious', `<div class="comments">${sentence.repeat(5)}</div>`],
  ])('holds %s', async (_, html) => {
    const [last = ''] = html
      .replace(/<[^>]+>/g, '\n')
      .trim()
      .split('\n')
      .slice(-1);
    expect(await textOf(`<body>${html}<div id="content">${article}</div>`)).toContain(last.trim());
  });

  test('is the whole page where that is all links, or where little else would be left', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `Document number ${index}`);
    expect(await textOf(`<body><p>Documents</p>${links(...many)}`)).toContain('Document number 39');
    const menu = `<nav>${links(...many, ...many)}</nav>`;
    expect(await textOf(`<body>${menu}<p>Hello</p>`)).toContain('Document number 39');
    expect(await textOf(`<body><div class="cookie"><p>Only this</p></div>`)).toBe('Only this');
  });
});

describe('htmlExtractor', () => {
  test('repeats cells that span rows, and header cells that span columns', async () => {
    const { sections } = await read(`<table>
      <tr><th rowspan=2>Pump</th><th colspan=2>Flow</th></tr><tr><th>min</th><th>max</th></tr>
      <tr><td rowspan=2>A</td><td>1</td><td>2</td></tr><tr><td colspan=2>none</td></tr>
      <tr><td colspan=3>Remark</td></tr></table>`);
    expect(sections).toMatchObject([
      {
        text: 'Pump | Flow | Flow\nPump | min | max\nA | 1 | 2\nA | none | ',
        context: 'Pump | Flow | Flow\nPump | min | max',
      },
      { text: 'Remark' },
    ]);
  });

  test('does not let a table grow out of its cells', async () => {
    const rows = '<tr><td>x'.repeat(2000);
    const { sections } = await read(`<table><tr><td rowspan=60000 colspan=9000>${'word '.repeat(100)}${rows}</table>`);
    expect(sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(4_000_000);
  });

  test('takes the title that a page gives itself, its date, and what images show', async () => {
    const { sections, description } =
      await read(`<meta property="og:title" content="Rent &amp; notice"><title>Rent – Site</title>
      <meta property="article:published_time" content="2024-05-03"><p>See <img alt="the plan of the house"> and <img alt="icon">.
      <dl><dt>Lease</dt><dd>A contract.</dd></dl>`);
    expect(description).toEqual({ title: 'Rent & notice', metadata: { date: '2024-05-03' } });
    expect(sections[0]?.text).toBe('See [the plan of the house] and .\n\nLease\nA contract.');
  });

  test('does not believe a page that names an encoding it cannot be in', async () => {
    const arabic = 'مدة الإخطار ثلاثة أشهر قبل نهاية ربع السنة. ';
    const page = Buffer.concat([
      Buffer.from('<meta charset="utf-8"><p>'),
      encodeText(arabic.repeat(20), 'windows-1256'),
    ]);
    const { sections, unread } = await extract(htmlExtractor(), bytesSource('a.html', page));
    expect(sections[0]?.text).toContain(arabic.trim());
    expect(unread).toEqual([]);
  });
});
