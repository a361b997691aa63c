import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadXmlOptions, readXml } from '../src/xml/read-xml.ts';
import { prefixedAttribute, type XmlAttributes } from '../src/xml/xml-handler.ts';
import { expectLinearTime } from './helpers/linear-time.ts';

type Event = readonly [string, XmlAttributes] | string;

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What a handler hears, texts joined. */
async function events(xml: string | Uint8Array, options: Partial<ReadXmlOptions> = {}, size = 1e9): Promise<Event[]> {
  const heard: Event[] = [];
  const handler = {
    open: (name: string, attributes: XmlAttributes) => heard.push([name, attributes]),
    text(text: string) {
      const last = heard.at(-1);
      if (typeof last === 'string' && !last.startsWith('/')) heard[heard.length - 1] = last + text;
      else heard.push(text);
    },
    close: (name: string) => heard.push(`/${name}`),
  };
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  for await (const _ of readXml(pieces(bytes, size), handler, { uri: 'a.xml', ...options }));
  return heard;
}

const all = `<?xml version="1.0"?>
<!-- a <comment> --><x:root xmlns:x="urn:x" r:id='rId1' id="2">
<a  b = "1 > 0 &amp; &lt;" c='"'/><empty/><e></e >eins &amp; zwei &#x41;&#66;&unknown; & &#0; 5 &gt; 3\r\nneu\rnoch<![CDATA[<roh> &amp; ]] ]]>
<?instruction <a> ?></x:root>
<!-- after -->`;
const heard: Event[] = [
  ['root', { 'xmlns:x': 'urn:x', x: 'urn:x', 'r:id': 'rId1', id: '2' }],
  '\n',
  ['a', { b: '1 > 0 & <', c: '"' }],
  '/a',
  ['empty', {}],
  '/empty',
  ['e', {}],
  '/e',
  'eins & zwei AB&unknown; & \ufffd 5 > 3\nneu\nnoch<roh> &amp; ]] \n',
  '/root',
];

describe('readXml', () => {
  test('tells what stands there, in pieces of any size', async () => {
    for (let size = 1; size < 40; size++) expect(await events(all, {}, size)).toEqual(heard);
    expect(await events(all)).toEqual(heard);
    const [root] = heard;
    expect(prefixedAttribute(root?.[1] as XmlAttributes, 'id')).toBe('rId1');
    expect(prefixedAttribute({ id: '1', grid: '2' }, 'id')).toBeUndefined();
  });

  test.each<[string, Uint8Array]>([
    ['UTF-8 with a mark', Buffer.from('\ufeff<a>ö€😀</a>')],
    ['UTF-16LE with a mark', Buffer.from('\ufeff<a>ö€😀</a>', 'utf16le')],
    ['UTF-16LE', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>ö€😀</a>', 'utf16le')],
    ['UTF-16BE', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>ö€😀</a>', 'utf16le').swap16()],
    ['a wrong declaration', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>ö€😀</a>')],
    ['windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\xf6\x80&#x1f600;</a>', 'latin1')],
  ])('reads %s', async (_, bytes) => {
    for (const size of [1, 1000]) expect(await events(bytes, {}, size)).toEqual([['a', {}], 'ö€😀', '/a']);
  });

  test.each([
    ['', /holds no element/],
    ['just text', /holds no element/],
    ['<a><b></b>', /cut off: <a> is not closed/],
    ['<a><b></a>', /<\/a> stands where <\/b> should/],
    ['<a></a></b>', /<\/b> closes nothing/],
    ['<a/><b/>', /more than one root/],
    ['<a b=1/>', /without quotes/],
    ['<a b/>', /broken attribute/],
    ['<a/ >', /stray/],
    ['<a>1 < 2</a>', /begins no tag/],
    ['<a><!unknown ></a>', /known/],
    ['<a><b c="', /cut off/],
    ['<a/><!-- never closed', /cut off/],
    ['<a/><b', /cut off/],
    ['<!DOCTYPE a><a/>', /document type/],
    ['<?xml version="1.0" encoding="klingon"?><a/>', /encoding/],
    ['<a>'.repeat(1001), /1000 deep/],
  ])('refuses %j', async (xml, message) => {
    for (const size of [1, 3, 1000]) {
      await expect(events(xml, { part: 'p.xml' }, size)).rejects.toMatchObject({
        code: 'CUBO_FORMAT_INVALID',
        message: expect.stringMatching(message),
        path: 'a.xml',
      });
    }
  });

  test('expands no entity of a document type, and fetches none', async () => {
    const lines = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('\n');
    const subset = `<!-- it's > ]> --><?p ]> ?><!ELEMENT a (#PCDATA)> <!ENTITY l0 "]>lol'"> ${lines} <!ENTITY f SYSTEM 'file:///etc/passwd'>`;
    for (const doctype of [`<!DOCTYPE a [${subset}]>`, '<!DOCTYPE a PUBLIC "-//X>" \'[u">]\' >', '<!doctype a>']) {
      for (const size of [1, 7, 100_000]) {
        const found = await events(`${doctype}<a>&l10; &f;</a>`, { doctype: 'skip' }, size);
        expect(found).toEqual([['a', {}], '&l10; &f;', '/a']);
      }
    }
    await expect(events('<!DOCTYPE a [ <a/>', { doctype: 'skip' })).rejects.toMatchObject({
      code: 'CUBO_FORMAT_INVALID',
    });
  });

  test('reads the same however any text is cut, or says what is wrong with it', async () => {
    const unit = fc.constantFrom(
      '<a>',
      '</a>',
      '<b c="1">',
      '</b>',
      '<b/>',
      '&amp;',
      '&',
      ';',
      '\r',
      '\n',
      'ö',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?p',
      '?>',
      '<',
      '>',
      '"',
      "'",
      '=',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), async (units, size) => {
        const xml = `<a>${units.join('')}</a>`;
        const outcome = (cut: number) => events(xml, {}, cut).catch((error: Error) => error.message);
        expect(await outcome(size)).toEqual(await outcome(1000));
      }),
      { seed: 9, numRuns: 400 },
    );
  });

  test('stops when it is told to, and lets others have their turn', async () => {
    const abort = new AbortController();
    const long = `<a>${'<b>text</b>'.repeat(200_000)}</a>`;
    setTimeout(() => abort.abort(new Error('stop')), 1);
    await expect(events(long, { signal: abort.signal })).rejects.toThrow('stop');
  });

  test.each<[string, (size: number) => string]>([
    ['text', (size) => `<a>${'text '.repeat(size)}</a>`],
    ['ampersands', (size) => `<a>${'&'.repeat(4 * size)}</a>`],
    ['carriage returns', (size) => `<a>${'\r'.repeat(4 * size)}</a>`],
    ['a comment', (size) => `<a><!--${'- '.repeat(2 * size)}--></a>`],
    ['a long tag', (size) => `<a ${'b="" '.repeat(size)}/>`],
  ])('takes linear time on %s', async (_, xml) => {
    await expectLinearTime(30_000, (size) => events(xml(size), {}, 5000));
  });
});
