import { describe, expect, test } from 'vitest';
import { readWord, run, textOf } from './helpers/word-xml.ts';

const drawing = `<w:p>${run('See:')}<w:r><w:drawing><dgm:relIds r:dm="d"/></w:drawing></w:r></w:p>`;
const point = (id: string, text: string, type = '') =>
  `<dgm:pt modelId="${id}"${type && ` type="${type}"`}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const below = (parent: string, child: string, order: number, type = '') =>
  `<dgm:cxn${type && ` type="${type}"`} srcId="${parent}" destId="${child}" srcOrd="${order}"/>`;
const data = (points: string, connections = '') => ({
  name: 'word/diagrams/data1.xml',
  root: 'dgm:dataModel',
  data: `<dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst>`,
});
const refers = ['d diagramData diagrams/data1.xml'];
const shown = async (...given: Parameters<typeof data>) => textOf(drawing, [data(...given)], refers);

describe('SmartArt diagrams', () => {
  test('are lists in the order of their points, what belongs to a point below it', async () => {
    const points = [
      point('root', '', 'doc'),
      point('b', 'Sales'),
      point('a', 'Board'),
      point('a2', 'Legal</a:t></a:r><a:br/><a:r><a:t>counsel'),
      point('a1', 'Audit', 'asst'),
      point('p', 'Board', 'pres'),
      point('t', 'since 2020', 'sibTrans'),
      point('x', '', 'parTrans'),
    ];
    const connections = [
      below('root', 'b', 1),
      below('root', 'a', 0),
      below('a', 'a2', 1),
      below('a', 'a1', 0),
      below('a', 'p', 0, 'presOf'),
      below('a1', 'root', 0),
    ];
    expect(await shown(points.join(''), connections.join(''))).toBe(
      'See:\n\n- Board\n  - Audit\n  - Legal counsel\n- Sales\n- since 2020',
    );
  });

  test('are read in the order of the file where nothing connects their points', async () => {
    const anonymous = '<dgm:pt><dgm:t><a:p><a:r><a:t>One</a:t></a:r></a:p></dgm:t></dgm:pt>';
    expect(await shown(anonymous + anonymous.replace('One', 'Two'))).toBe('See:\n\n- One\n- Two');
  });

  test('are nothing where only prompts stand in them', async () => {
    expect(await shown(point('root', '', 'doc') + point('a', ''))).toBe('See:');
  });

  test('are read to any depth, and cut where they do not end', async () => {
    const ids = Array.from({ length: 10_100 }, (_, index) => `i${index}`);
    const chain = ids.slice(1).map((id, index) => below(ids[index] as string, id, 0));
    const part = data(ids.map((id) => point(id, `<![CDATA[${id}]]>`)).join(''), chain.join(''));
    const { sections, unread } = await readWord(drawing, [part], refers);
    const text = sections.map((section) => section.text).join('\n');
    expect(text).toContain('\n                - i9999');
    expect(text).not.toContain('i10000');
    expect(unread).toMatchObject([{ place: 'data1.xml of the document', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('are read in headers and notes as well', async () => {
    const ofPart = (text: string, name: string) => ({ ...data(point('a', text)), name: `word/diagrams/${name}.xml` });
    const parts = [
      { name: 'word/header1.xml', root: 'w:hdr', data: drawing, refers: ['d diagramData diagrams/h.xml'] },
      {
        name: 'word/footnotes.xml',
        root: 'w:footnotes',
        data: `<w:footnote w:id="1">${drawing.replace('See', 'Note')}</w:footnote>`,
        refers: ['d diagramData diagrams/n.xml'],
      },
      ofPart('In the header', 'h'),
      ofPart('In the note', 'n'),
    ];
    const body = `<w:p>${run('Text')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p><w:sectPr><w:headerReference r:id="h"/></w:sectPr>`;
    expect(await textOf(body, parts, ['h header header1.xml', 'f footnotes footnotes.xml'])).toBe(
      'Text[1]\n[1] Note:\n- In the note\n\nSee:\n- In the header',
    );
  });
});
