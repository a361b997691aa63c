import { describe, expect, test } from 'vitest';
import { odtExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { flatOdfFile, odfFile } from './helpers/odf-file.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';
import type { ZipMember } from './helpers/zip-file.ts';

const frame = (content: string) => `<draw:frame>${content}</draw:frame>`;
const object = (path: string) => frame(`<draw:object xlink:href="${path}"/>`);
const part = (name: string, data: string): ZipMember => ({ name: `${name}/content.xml`, data, deflate: true });
const root = (body: string) =>
  `<office:document-content xmlns:office="o" xmlns:chart="c" xmlns:text="x"><office:body>${body}</office:body></office:document-content>`;

async function read(bytes: Uint8Array) {
  const { sections, unread } = await extract(odtExtractor(), bytesSource('a.odt', bytes));
  expectOrderedSections(sections);
  return { text: sections.map((section) => section.text).join('\n\n'), unread };
}
const document = (body: string, more: readonly ZipMember[] = []) =>
  read(odfFile({ kind: 'text', body: `<text:p>Text ${body}</text:p>`, more }));

describe('objects in an OpenDocument text', () => {
  test.each([
    ['./Object 9', 'It is missing from the file.', 'CUBO_FORMAT_INVALID'],
    ['https://example.com/sales.odc', 'It lies in another file.', 'CUBO_FORMAT_UNSUPPORTED'],
    ['../sales.odc', 'It lies in another file.', 'CUBO_FORMAT_UNSUPPORTED'],
  ])('are reported once where they are not there: %s', async (path, reason, code) => {
    const { text, unread } = await document(object(path) + object(path));
    expect(text).toBe('Text');
    expect(unread).toEqual([{ place: path.replace('./Object', 'Object'), reason, code }]);
  });

  test('are reported where they are charts without values', async () => {
    const chart =
      '<office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title></chart:chart></office:chart>';
    const { text, unread } = await document(object('./Object 1'), [part('Object 1', root(chart))]);
    expect(text).toBe('Text\n\nSales');
    expect(unread).toMatchObject([{ place: 'Object 1', code: 'CUBO_FORMAT_INVALID' }]);
  });

  test('are reported where there are too many', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `Object ${index}`);
    const { text, unread } = await document(
      names.map((name) => object(`./${name}`)).join(''),
      names.map((name) => part(name, `<math><mi>x</mi><mn>${name.slice(7)}</mn></math>`)),
    );
    expect(text).toContain('$x499$');
    expect(unread).toMatchObject([{ place: 'Object 500', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('cannot be made to grow without end', async () => {
    const separators = ','.repeat(100_000);
    const formula = `<math><mfenced separators="${separators}">${'<mi>x</mi>'.repeat(100_000)}</mfenced></math>`;
    const { text, unread } = await document(object('./Object 1'), [part('Object 1', formula)]);
    expect(text.length).toBeLessThan(25_000);
    expect(unread).toMatchObject([{ place: 'Object 1', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('are read as formulas in the midst of a flat file', async () => {
    const math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>c</mi><mn>2</mn></msup></math>';
    const body = `<text:p>Energy is m${frame(`<draw:object>${math}</draw:object>`)}.</text:p><text:p>End</text:p>`;
    expect(await read(flatOdfFile({ kind: 'text', body }))).toEqual({ text: 'Energy is m$c^2$.\n\nEnd', unread: [] });
  });
});
