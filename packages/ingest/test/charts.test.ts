import { describe, expect, test } from 'vitest';
import { axis, chart, chartPart, columns, levels, numbers, rich, series, texts, title } from './helpers/charts.ts';
import { paragraph, readWord, run, textOf } from './helpers/word-xml.ts';

const drawing = (id: string) => `<w:p>${run('See:')}<w:r><w:drawing><c:chart r:id="${id}"/></w:drawing></w:r></w:p>`;
const refers = ['c chart charts/chart1.xml'];
/** The text of a chart in a document. */
async function shown(data: string, more = refers): Promise<string> {
  const text = await textOf(
    paragraph('Before') + drawing('c') + paragraph('After'),
    [chartPart('word/charts/chart1.xml', data)],
    more,
  );
  expect(text.startsWith('Before\n\nSee:\n\n')).toBe(true);
  expect(text.endsWith('\n\nAfter')).toBe(true);
  return text.slice('Before\n\nSee:\n\n'.length, -'\n\nAfter'.length);
}

describe('charts', () => {
  test('give their kind, titles and values where they stand', async () => {
    const plan = series('Plan', {
      cat: numbers([45292, 45293], 'd/m/yyyy'),
      val: numbers(['4.2999999999999998', 5]),
    });
    const share = series('Share', {
      cat: numbers([45292, 45293], 'd/m/yyyy'),
      val: numbers([0.125, undefined], '0.0%'),
    });
    const plot = `${columns(plan)}<c:lineChart>${share}</c:lineChart>`;
    const axes = axis('dateAx', 'b', title('Day')) + axis('valAx', 'l', title('Million', 'EUR')) + axis('valAx', 'r');
    const linked = `<c:title><c:tx>${texts('Sales of 2024')}</c:tx></c:title>`;
    expect(await shown(chart(plot + axes, linked))).toBe(
      '[Column chart, line chart] Sales of 2024\nMillion EUR\n\nDay | Plan | Share\n2024-01-01 | 4.3 | 12.5%\n2024-01-02 | 5 | ',
    );
  });

  test('show dates as they are meant, and values as they are written', async () => {
    const months = series('A', { cat: numbers([45292], 'mmm\\-yy'), val: numbers(['1234.5'], '#,##0.00') });
    expect(await shown(chart(columns(months)))).toBe('[Column chart]\n\n | A\nJan-24 | 1,234.50');
    const since1904 = chart(columns(series('A', { cat: numbers([1], 'yyyy-mm-dd'), val: numbers(['#N/A']) })));
    expect(await shown(since1904.replace('date1904 val="0"', 'date1904'))).toBe(
      '[Column chart]\n\n | A\n1904-01-02 | #N/A',
    );
  });

  test('name every level of their categories in each row', async () => {
    const cat = levels(['Jan', 'Feb', 'Mar', 'Jan'], ['2023', undefined, '', '2024']);
    const plot = columns(series('A', { cat, val: numbers([1, 2, 4, 3]) })) + axis('catAx', 'b', title('Month'));
    expect(await shown(chart(plot))).toBe(
      '[Column chart]\n\n | Month | A\n2023 | Jan | 1\n2023 | Feb | 2\n2023 | Mar | 4\n2024 | Jan | 3',
    );
  });

  test('give series at places of their own a table of their own, with sizes and labels', async () => {
    const labels =
      '<c:extLst><c:ext><c15:datalabelsRange xmlns:c15="c15"><c15:dlblRangeCache><c:pt idx="0"><c:v>Rome</c:v></c:pt></c15:dlblRangeCache></c15:datalabelsRange>' +
      `<c15:filteredSeriesTitle><c15:tx>${texts('filtered')}</c15:tx></c15:filteredSeriesTitle></c:ext></c:extLst>`;
    const plot = [
      '<c:bubbleChart>',
      series('A', { xVal: numbers([1.5, 2]), yVal: numbers([10, 20]), bubbleSize: numbers([3, 4]) }, labels),
      series('B', { xVal: numbers([1.5, 3]), yVal: numbers([30, 40]) }),
      series('C', { yVal: numbers([50]) }),
      '</c:bubbleChart>',
      axis('valAx', 'b', title('Height')),
      axis('valAx', 'l', title('Weight')),
    ].join('');
    expect(await shown(chart(plot, title('Cities')))).toBe(
      [
        '[Bubble chart] Cities\nWeight',
        'Height | A | A (size) | A (label)\n1.5 | 10 | 3 | Rome\n2 | 20 | 4 | ',
        'Height | B | C\n1.5 | 30 | 50\n3 | 40 | ',
      ].join('\n\n'),
    );
  });

  test('count points without categories, and add what is written at points', async () => {
    const label = `<c:dLbls><c:dLbl>${rich('Peak')}</c:dLbl><c:dLbl><c:tx>${texts('Linked')}</c:tx></c:dLbl><c:dLbl><c:tx><c:rich><a:p><a:fld type="VALUE"><a:t>[VALUE]</a:t></a:fld></a:p></c:rich></c:tx></c:dLbl></c:dLbls>`;
    const named = `<c:ser><c:tx><c:v>By hand</c:v></c:tx>${label}<c:val>${numbers([7, undefined, 9])}</c:val></c:ser>`;
    expect(await shown(chart(`<c:pie3DChart>${named}</c:pie3DChart>`))).toBe(
      '[Pie chart]\n\n | By hand\n1 | 7\n3 | 9\n\nPeak\nLinked',
    );
  });

  test('give the texts that are drawn on them', async () => {
    const shapes =
      '<cdr:relSizeAnchor xmlns:cdr="cdr"><cdr:sp><cdr:txBody><a:p><a:r><a:t>Crisis</a:t></a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor>';
    const parts = [
      chartPart('word/charts/chart1.xml', chart(columns(series('A', { val: numbers([1]) }))), [
        'u chartUserShapes ../drawings/drawing1.xml',
      ]),
      { name: 'word/drawings/drawing1.xml', root: 'c:userShapes', data: shapes },
    ];
    expect(await textOf(drawing('c'), parts, refers)).toBe('See:\n\n[Column chart]\n\n | A\n1 | 1\n\nCrisis');
  });

  test('are read once, in the newer form too, without what stands in for it', async () => {
    const extended =
      '<cx:chartData xmlns:cx="cx"><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Oak</cx:pt><cx:pt idx="1">Fir</cx:pt></cx:lvl><cx:lvl><cx:pt idx="0">Wood</cx:pt></cx:lvl></cx:strDim>' +
      '<cx:strDim type="entityId"><cx:lvl><cx:pt idx="0">internal</cx:pt></cx:lvl></cx:strDim>' +
      '<cx:numDim type="val"><cx:lvl formatCode="0%"><cx:pt idx="0">0.5</cx:pt><cx:pt idx="1">0.25</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>' +
      '<cx:chart xmlns:cx="cx"><cx:title><cx:tx><cx:txData><cx:v>Stock</cx:v></cx:txData></cx:tx><cx:txPr><a:p><a:r><a:t>Stock</a:t></a:r></a:p></cx:txPr></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="treemap"><cx:tx><cx:txData><cx:f>A1</cx:f><cx:v>Share</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series><cx:series layoutId="paretoLine"/></cx:plotAreaRegion><cx:axis><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Tree</a:t></a:r></a:p></cx:rich></cx:tx></cx:title></cx:axis></cx:plotArea></cx:chart>';
    const body =
      '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="cx1"><w:drawing><cx:chart xmlns:cx="cx" r:id="x"/></w:drawing></mc:Choice>' +
      `<mc:Fallback><w:pict>${run('not available')}<c:chart r:id="x"/></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const parts = [{ name: 'word/charts/chartEx1.xml', root: 'cx:chartSpace xmlns:cx="cx"', data: extended }];
    expect(
      await textOf(body, [{ ...parts[0], root: 'chartSpace' } as (typeof parts)[0]], ['x chartEx charts/chartEx1.xml']),
    ).toBe('[Treemap, pareto chart] Stock\n\n | Tree | Share\nWood | Oak | 50%\nWood | Fir | 25%');
  });

  test('are named where they cannot be read', async () => {
    const parts = [
      chartPart('word/charts/empty.xml', chart(columns(''), title('Only a title'))),
      {
        name: 'word/charts/broken.xml',
        data: `<c:chartSpace xmlns:c="c"><c:ser>${series('A', { val: numbers([1]) })}</c:ser><c:x>`,
      },
    ];
    const body = ['missing', 'empty', 'broken', 'unknown', 'external', 'missing'].map(drawing).join('');
    const relations = [
      'missing chart charts/missing.xml',
      'empty chart charts/empty.xml',
      'broken chart charts/broken.xml',
    ];
    const { sections, unread } = await readWord(body, parts, relations);
    expect(sections.map(({ text }) => text).join('\n\n')).toContain('[Column chart] Only a title');
    expect(sections.map(({ text }) => text).join('\n\n')).toContain('A\n1 | 1');
    expect(unread.map(({ place, reason }) => [place, reason.replace(/.*(: its part)/, '$1')])).toEqual([
      ['broken.xml of the document', expect.stringContaining('word/charts/broken.xml is no well-formed XML')],
      ['missing.xml of the document', 'Its part word/charts/missing.xml is missing from the file.'],
      ['empty.xml of the document', 'The chart holds no values of its own.'],
      ['a chart or diagram of the document', 'The file holds nothing for it.'],
      ['a chart or diagram of the document', 'The file holds nothing for it.'],
    ]);
    const only = readWord('<w:p><w:r><w:drawing><c:chart r:id="missing"/></w:drawing></w:r></w:p>', [], relations);
    await expect(only).rejects.toMatchObject({
      code: 'CUBO_FORMAT_INVALID',
      message: expect.stringMatching(/missing\.xml of the document.*Its part word\/charts\/missing\.xml is missing/),
    });
  });

  test('hold no more than they may, and say so', async () => {
    const long = Array.from({ length: 6000 }, (_, index) => index);
    const text = chart(columns(series('A', { val: numbers(long) })));
    const parts = [chartPart('word/charts/chart1.xml', text)];
    const { sections, unread } = await readWord(drawing('c'), parts, refers);
    expect(unread).toMatchObject([{ place: 'chart1.xml of the document', code: 'CUBO_LIMIT_EXCEEDED' }]);
    for (const { rowStarts = [] } of sections) expect(rowStarts.length).toBeLessThan(22);
    expect(sections.at(-1)).toMatchObject({ context: ' | A', text: expect.stringMatching(/\n5000 \| 4999$/) });
    const many = (count: number, values: readonly (number | string)[]) =>
      columns(...Array.from({ length: count }, (_, at) => series(`S${at}`, { val: numbers(values) })));
    const manySeries = await readWord(
      drawing('c'),
      [chartPart('word/charts/chart1.xml', chart(many(300, [1])))],
      refers,
    );
    expect(manySeries.unread).toMatchObject([{ code: 'CUBO_LIMIT_EXCEEDED' }]);
    const wide = many(
      15,
      long.slice(0, 300).map(() => 'x'.repeat(990)),
    );
    const bomb = await readWord(drawing('c'), [chartPart('word/charts/chart1.xml', chart(wide))], refers);
    expect(bomb.unread).toMatchObject([{ code: 'CUBO_LIMIT_EXCEEDED' }]);
    expect(bomb.sections.reduce((sum, { text: all }) => sum + all.length, 0)).toBeLessThan(5_000_000);
  });

  test('take little time on a format that is none, and show the value', async () => {
    const format = `yd${'['.repeat(200_000)}`;
    const point = `<c:numRef><c:numCache><c:pt idx="0" formatCode="${format}"><c:v>5</c:v></c:pt></c:numCache></c:numRef>`;
    expect(await shown(chart(columns(series('A', { val: point }))))).toBe('[Column chart]\n\n | A\n1 | 5');
  });

  test('are reported as cut where they have too many labels', async () => {
    const label = `<c:dLbl><c:tx><c:rich><a:p><a:r><a:t>here</a:t></a:r></a:p></c:rich></c:tx></c:dLbl>`;
    const data = chart(columns(series('A', { val: numbers([5]) }, `<c:dLbls>${label.repeat(1001)}</c:dLbls>`)));
    const { unread } = await readWord(drawing('c'), [chartPart('word/charts/chart1.xml', data)], refers);
    expect(unread).toMatchObject([{ code: 'CUBO_LIMIT_EXCEEDED' }]);
  });
});
