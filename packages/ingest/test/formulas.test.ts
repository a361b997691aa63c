import { describe, expect, test } from 'vitest';
import { readMathMl } from '../src/extractors/math/math-ml.ts';
import { parseXml } from '../src/xml/read-xml.ts';
import { brackets, display, e, fraction, inline, math, r, sub, sup } from './helpers/office-math.ts';
import { paragraph, run, textOf } from './helpers/word-xml.ts';

const val = (name: string, value: string) => `<m:${name} m:val="${value}"/>`;
const formula = async (...content: string[]) => (await textOf(`<w:p>${inline(...content)}</w:p>`)).slice(1, -1);

describe('formulas of Office Math', () => {
  test('stand in their line, or on a line of their own, in the notation of LaTeX', async () => {
    const body =
      `<w:p>${run('Area ')}${inline(r('A=π'), sup(r('r'), r('2')))}${run('.')}</w:p>` +
      `<w:p>${display(r('E=m') + sup(r('c'), r('2')))}</w:p>` +
      `<w:p>${run('Both ')}${display(r('a'), r('b'))}${run('hold.')}</w:p>${display(r('x'))}`;
    expect(await textOf(body)).toBe('Area $A=\\pi r^2$.\n\n$$E=mc^2$$\n\nBoth\n$$a$$\n$$b$$\nhold.\n\n$$x$$');
  });

  test('cannot be made to grow by their properties', async () => {
    const items = math(
      'd',
      val('sepChr', 's'.repeat(100_000)),
      ...Array.from({ length: 1000 }, () => ['e', ''] as const),
    );
    expect((await formula(items)).length).toBeLessThan(20_000);
  });

  test.each<[string, string, string]>([
    ['fractions', fraction(r('a+b'), sup(r('c'), r('2'))), '\\frac{a+b}{c^2}'],
    ['words in a fraction', fraction(r('number of heads'), r('n')), '\\frac{\\text{number of heads}}{n}'],
    ['binomials', brackets(fraction(r('n'), r('k'), val('type', 'noBar'))), '\\binom{n}{k}'],
    ['stacks', fraction(r('n'), r('k'), val('type', 'noBar')), '{n \\atop k}'],
    ['scripts', math('sSubSup', '', ['e', r('x')], ['sub', r('i+1')], ['sup', r('2')]), 'x_{i+1}^2'],
    ['scripts of scripts', sup(sub(r('a'), r('1')), r('2')), '{a_1}^2'],
    ['a script before a digit', sup(r('x'), r('2')) + r('3'), 'x^{2}3'],
    ['scripts before', math('sPre', '', ['sub', r('2')], ['sup', r('4')], ['e', r('He')]), '{}_2^{4}He'],
    ['square roots', math('rad', val('degHide', '1'), ['deg', ''], ['e', r('x')]), '\\sqrt{x}'],
    ['roots', math('rad', '', ['deg', r('3')], ['e', r('x')]), '\\sqrt[3]{x}'],
    [
      'sums',
      math('nary', val('chr', '∑'), ['sub', r('n=1')], ['sup', r('∞')], ['e', sub(r('a'), r('n'))]),
      '\\sum_{n=1}^{\\infty} a_n',
    ],
    ['integrals', math('nary', '', ['sub', r('0')], ['sup', ''], ['e', r('f(x)dx')]), '\\int_0 f(x)dx'],
    ['functions', math('func', '', ['fName', r('sin')], ['e', r('x')]), '\\sin x'],
    ['powers of functions', math('func', '', ['fName', sup(r('cos'), r('2'))], ['e', r('x')]), '\\cos^2 x'],
    ['other functions', math('func', '', ['fName', r('rank')], ['e', brackets(r('A'))]), '\\operatorname{rank} (A)'],
    [
      'limits',
      math('func', '', ['fName', math('limLow', '', ['e', r('lim')], ['lim', r('n→∞')])], ['e', sub(r('a'), r('n'))]),
      '\\lim_{n \\to \\infty} a_n',
    ],
    [
      'limits of other functions',
      math('func', '', ['fName', math('limLow', '', ['e', r('argmax')], ['lim', r('θ')])], ['e', r('p')]),
      '\\operatorname*{argmax}_{\\theta} p',
    ],
    ['signs below', math('limLow', '', ['e', r('A')], ['lim', r('3×3')]), '\\underset{3 \\times 3}{A}'],
    ['signs above', math('limUpp', '', ['e', r('=')], ['lim', r('def')]), '\\overset{def}{=}'],
    ['accents', math('acc', '', ['e', r('x')]) + math('acc', val('chr', '⃗'), ['e', r('v')]), '\\hat{x}\\vec{v}'],
    ['wide accents', math('acc', val('chr', '⃗'), ['e', r('AB')]), '\\overrightarrow{AB}'],
    [
      'bars',
      math('bar', val('pos', 'top'), ['e', r('z')]) + math('bar', '', ['e', r('z')]),
      '\\overline{z}\\underline{z}',
    ],
    [
      'braces',
      math('limLow', '', ['e', math('groupChr', '', ['e', r('a+b')])], ['lim', r('sum')]),
      '\\underbrace{a+b}_{sum}',
    ],
    ['arrows above', math('groupChr', val('chr', '→') + val('pos', 'top'), ['e', r('f')]), '\\vec{f}'],
    ['boxes', math('borderBox', '', ['e', r('x')]) + math('box', '', ['e', r('y')]), '\\boxed{x}y'],
    ['phantoms', math('phant', val('show', '0'), ['e', r('x')]) + r('y'), 'y'],
    ['brackets', brackets(r('x'), val('begChr', '[') + val('endChr', ')')), '[x)'],
    ['tall brackets', brackets(fraction(r('1'), r('2'))), '\\left(\\frac{1}{2} \\right)'],
    [
      'sets',
      math('d', val('begChr', '{') + val('endChr', '}') + val('sepChr', '|'), ['e', r('x')], ['e', r('x>0')]),
      '\\{x \\mid x>0\\}',
    ],
    ['norms', brackets(r('x'), val('begChr', '‖') + val('endChr', '‖')), '\\Vert x \\Vert'],
    [
      'matrices',
      brackets(`<m:m><m:mr>${e(r('1'))}${e(r('0'))}</m:mr><m:mr>${e(r('0'))}${e(r('1'))}</m:mr></m:m>`),
      '\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}',
    ],
    [
      'cases',
      brackets(
        `<m:eqArr>${e(r('0,&amp;x&lt;0'))}${e(r('1,&amp;x≥0'))}</m:eqArr>`,
        val('begChr', '{') + val('endChr', ''),
      ),
      '\\begin{cases} 0,x<0 \\\\ 1,x \\geq 0 \\end{cases}',
    ],
    ['numbered equations', `<m:eqArr>${e(r('E=m#'), brackets(r('1')))}</m:eqArr>`, 'E=m \\quad (1)'],
    [
      'equations one below the other',
      `<m:eqArr>${e(r('a'))}${e(r('b'))}</m:eqArr>`,
      '\\begin{aligned} a \\\\ b \\end{aligned}',
    ],
    ['words', r('x', '') + r(' if ', '<m:nor/>') + r('x', '<m:nor m:val="0"/>'), 'x \\text{if} x'],
    [
      'letters of mathematical alphabets',
      r('𝑥∈ℝ,𝔸⊂𝛼𝓛'),
      'x \\in \\mathbb{R},\\mathbb{A} \\subset \\alpha \\mathcal{L}',
    ],
    ['signs that mean something in LaTeX', r('5% of $3 & {a}'), '5\\% of \\$3 \\& \\{a\\}'],
    ['unknown elements', `<m:new><m:e>${r('x')}</m:e>${r('y')}</m:new>`, 'yx'],
    ['tracked deletions', `${r('a')}<w:del>${r('b')}</w:del>${r('c')}`, 'ac'],
  ])('keep %s', async (_, content, latex) => {
    expect(await formula(content)).toBe(latex);
  });

  test('are nothing where they are empty', async () => {
    expect(await textOf(`${paragraph('Text')}<w:p>${inline('')}${display('', '')}</w:p>`)).toBe('Text');
  });

  test('keep all text where they are nested without end, or endless', async () => {
    const depth = 400;
    const deep = '<m:f><m:num>'.repeat(depth) + r('x') + `</m:num><m:den>${r('y')}</m:den></m:f>`.repeat(depth);
    const nested = await formula(deep);
    expect(nested.match(/[xy]/g)).toHaveLength(depth + 1);
    expect(nested.match(/frac/g)?.length).toBeLessThan(100);
    const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`);
    const text = await textOf(
      `<w:p>${run('before ')}${inline(...words.map((word) => r(`${word} `)))}${run(' after')}</w:p>`,
    );
    expect(text.split(/\s+/)).toEqual(['before', ...words, 'after']);
    const empty = await textOf(`<w:p>${inline(r('a'), '<m:f/>'.repeat(100_000), r('b'))}</w:p>${paragraph('next')}`);
    expect(empty.startsWith('a')).toBe(true);
    expect(empty.endsWith('b\n\nnext')).toBe(true);
  });
});

describe('formulas of MathML', () => {
  test.each<[string, string, string]>([
    ['fractions', '<mfrac><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac>', '\\frac{1}{n+1}'],
    [
      'scripts',
      '<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><msup><mi>e</mi><mi>π</mi></msup>',
      'x_i^{2}e^{\\pi}',
    ],
    ['roots', '<msqrt><mn>2</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt{2}\\sqrt[3]{x}'],
    [
      'sums',
      '<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>k</mi>',
      '\\sum_{k=0}^n k',
    ],
    [
      'limits',
      '<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mo>∞</mo></mrow></munder><mi>sin</mi><mi>n</mi>',
      '\\lim_{n \\to \\infty} \\sin n',
    ],
    [
      'accents',
      '<mover accent="true"><mi>v</mi><mo>⃗</mo></mover><munder><mi>x</mi><mo>_</mo></munder>',
      '\\vec{v}\\underline{x}',
    ],
    ['brackets', '<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>', '[a,b]'],
    [
      'matrices',
      '<mfenced><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable></mfenced>',
      '\\begin{pmatrix} 1 & 2 \\end{pmatrix}',
    ],
    ['words', '<mi>x</mi><mspace/><mtext>if</mtext>', 'x \\text{if}'],
    ['no annotations', '<semantics><mi>x</mi><annotation>y</annotation></semantics>', 'x'],
  ])('keep %s', async (_, xml, latex) => {
    const reader = readMathMl();
    async function* bytes() {
      yield Buffer.from(`<math xmlns="http://www.w3.org/1998/Math/MathML">${xml}</math>`);
    }
    await parseXml(bytes(), reader.handler, { uri: 'a.mml' });
    expect(reader.line()).toBe(`$${latex}$`);
  });
});
