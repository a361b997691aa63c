import { expect, test } from 'vitest';
import { chart, chartPart, columns, title as heading, numbers, series, texts } from './helpers/charts.ts';
import { display, fraction, r } from './helpers/office-math.ts';
import { paragraph, read, shape, title } from './helpers/slide-xml.ts';

test('slides give charts, diagrams and displayed formulas where they stand, and name those that cannot be read', async () => {
  const frame = (content: string) =>
    `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
  const reference = (id: string) => frame(`<c:chart xmlns:c="c" r:id="${id}"/>`);
  const alternatives = `<mc:AlternateContent xmlns:mc="mc"><mc:Choice Requires="cx1">${frame('<cx:chart xmlns:cx="cx" r:id="ex"/>')}</mc:Choice><mc:Fallback>${shape(paragraph('This chart is not available'))}</mc:Fallback></mc:AlternateContent>`;
  const formula = `<p:sp><p:txBody><a:p><a14:m xmlns:a14="a14" xmlns:m="m">${display(fraction(r('1'), r('n')))}</a14:m></a:p></p:txBody></p:sp>`;
  const years = Array.from({ length: 30 }, (_, index) => 1990 + index);
  const long = series('Sales', { cat: numbers(years), val: numbers(years.map((year) => year - 1990)) });
  const { sections, unread } = await read(
    [
      {
        shapes:
          title('Results') +
          reference('short') +
          frame('<dgm:relIds xmlns:dgm="dgm" r:dm="dm"/>') +
          formula +
          alternatives,
        refers: [
          'short chart ../charts/chart1.xml',
          'dm diagramData ../diagrams/data1.xml',
          'ex chartEx ../charts/chartEx1.xml',
        ],
      },
      {
        shapes: reference('long') + reference('gone'),
        refers: ['long chart ../charts/chart2.xml', 'gone chart ../charts/gone.xml'],
      },
    ],
    [
      chartPart('ppt/charts/chart1.xml', chart(columns(series('A', { cat: texts('x', 'y'), val: numbers([1, 2]) })))),
      chartPart('ppt/charts/chart2.xml', chart(columns(long), heading('Thirty years'))),
      {
        name: 'ppt/charts/chartEx1.xml',
        data: '<cx:chartSpace xmlns:cx="cx"><cx:chartData><cx:data id="0"><cx:numDim type="val"><cx:lvl><cx:pt idx="0">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:series layoutId="funnel"><cx:dataId val="0"/></cx:series></cx:chart></cx:chartSpace>',
      },
      {
        name: 'ppt/diagrams/data1.xml',
        root: 'dgm:dataModel',
        data: `<dgm:ptLst><dgm:pt><dgm:t>${paragraph('Plan')}</dgm:t></dgm:pt></dgm:ptLst>`,
      },
    ],
  );
  expect(sections[0]?.text).toBe(
    'Results\n\n[Column chart]\n\n | A\nx | 1\ny | 2\n\n- Plan\n\n$$\\frac{1}{n}$$\n\n[Funnel chart]\n\n | Series 1\n1 | 7',
  );
  expect(sections.slice(1).map(({ kind, context, locator }) => [kind, context, locator.kind])).toEqual([
    ['slide', undefined, 'slide'],
    ['table', ' | Sales', 'slide'],
    ['table', ' | Sales', 'slide'],
  ]);
  expect(sections[1]?.text).toBe('[Column chart] Thirty years');
  expect(unread).toEqual([
    {
      place: 'gone.xml of slide 2',
      reason: 'Its part ppt/charts/gone.xml is missing from the file.',
      code: 'CUBO_FORMAT_INVALID',
    },
  ]);
});

test('slides name the formulas of older equation editors', async () => {
  const object = (program: string, id: string) =>
    `<p:graphicFrame><a:graphic><p:oleObj progId="${program}" r:id="${id}"/></a:graphic></p:graphicFrame>`;
  const { unread } = await read([
    { shapes: title('Sums') + object('Equation.DSMT4', 'a') + object('Equation.3', 'b') + object('Equation.3', 'b') },
  ]);
  expect(unread).toMatchObject([{ place: '2 formulas of slide 1', code: 'CUBO_FORMAT_UNSUPPORTED' }]);
});
