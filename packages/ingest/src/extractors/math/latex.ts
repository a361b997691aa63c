import { latexText } from './latex-symbols.ts';

/** Functions that LaTeX knows by name. */
const functions: ReadonlySet<string> = new Set([
  ...['arccos', 'arcsin', 'arctan', 'arg', 'cos', 'cosh', 'cot', 'coth', 'csc', 'deg', 'det', 'dim', 'exp', 'gcd'],
  ...['hom', 'inf', 'ker', 'lg', 'lim', 'liminf', 'limsup', 'ln', 'log', 'max', 'min', 'Pr', 'sec', 'sin', 'sinh'],
  ...['sup', 'tan', 'tanh'],
]);
/** Accents by the sign that is set on the letter, as combining and as spacing sign. */
const accents: Readonly<Record<string, string>> = {
  ...{ '\u0302': 'hat', '^': 'hat', ˆ: 'hat', '\u0303': 'tilde', '~': 'tilde', '˜': 'tilde', '\u0304': 'bar' },
  ...{ '\u0305': 'overline', '¯': 'bar', '‾': 'overline', '\u0307': 'dot', '˙': 'dot', '\u0308': 'ddot', '¨': 'ddot' },
  ...{ '\u20db': 'dddot', '\u030c': 'check', ˇ: 'check', '\u0306': 'breve', '˘': 'breve', '\u0301': 'acute' },
  ...{ '´': 'acute', '\u0300': 'grave', '`': 'grave', '\u20d7': 'vec', '→': 'vec', '\u20d6': 'overleftarrow' },
  ...{ '←': 'overleftarrow', '\u20e1': 'overleftrightarrow', '↔': 'overleftrightarrow', '\u0332': 'underline' },
  ...{ '⏞': 'overbrace', '⏟': 'underbrace', _: 'underline' },
};
const wide: Readonly<Record<string, string>> = {
  hat: 'widehat',
  tilde: 'widetilde',
  bar: 'overline',
  vec: 'overrightarrow',
};
const matrices: Readonly<Record<string, string>> = {
  ...{ '()': 'pmatrix', '[]': 'bmatrix', '{}': 'Bmatrix', '||': 'vmatrix', '‖‖': 'Vmatrix', '{': 'cases' },
};
/** What is higher than a line, so that brackets around it grow. */
const tall = /\\(?:frac|binom|begin|sum|prod|i*int|oi*int|big[a-z]+|under|over|left|atop)/;
const rowsBegin = /^\\begin\{(matrix|aligned)\}/;

/** A formula as it is shown: without needless spaces and braces. */
export function tidyLatex(latex: string): string {
  return latex
    .replace(/\s+/g, ' ')
    .replace(/ (?=[}\])^_,]|\\\})/g, '')
    .replace(/([{([]) /g, '$1')
    .replace(/([_^])\{([A-Za-z0-9])\}(?![A-Za-z0-9{])/g, '$1$2')
    .trim();
}

/** Words within a formula, such as `if`; single letters are variables. */
export function textOfFormula(text: string): string {
  const plain = text.trim();
  if (plain.length < 2 || !/\p{L}/u.test(plain)) return latexText(text);
  const escaped = plain.replace(/[#%&$_{}\\]/g, (sign) => (sign === '\\' ? '\\textbackslash ' : `\\${sign}`));
  return `${/^\s/.test(text) ? ' ' : ''}\\text{${escaped}}${/\s$/.test(text) ? ' ' : ''}`;
}

/** A part of a formula that consists of words, such as a numerator of "number of heads", as text; others as they are. */
export function wordsOfFormula(text: string): string {
  const areWords = /^\s*\p{L}[\p{L}\p{N}'’.,-]*(?: +[\p{L}\p{N}'’.,-]+)+\s*$/u.test(text) && /\p{L}{2}/u.test(text);
  return areWords ? textOfFormula(text.trim()) : text;
}

/** The name of a function as a command; anything else as it is. */
export function functionName(text: string): string {
  const name = text.replace(/\s+/g, '');
  if (functions.has(name)) return `\\${name} `;
  return /^[A-Za-z]{2,}$/.test(name) ? `\\operatorname{${name}}` : text;
}

/** Whether a text is a function that LaTeX knows. */
function isFunction(text: string): boolean {
  return functions.has(text.trim());
}

/** A sub- and a superscript, each where there is one. */
export function scripts(sub: string, sup: string): string {
  return (sub.trim() === '' ? '' : `_{${sub.trim()}}`) + (sup.trim() === '' ? '' : `^{${sup.trim()}}`);
}

/** What scripts are set at; one that has scripts already is a group. */
export function scripted(base: string, sub: string, sup: string): string {
  const plain = base.trim();
  const isGroup = /[_^]/.test(plain) && !/^\\[a-z]+brace\{|[)\]]$/.test(plain);
  return (isGroup ? `{${plain}}` : plain) + scripts(sub, sup);
}

export function fraction(numerator: string, denominator: string, hasBar: boolean): string {
  return hasBar ? `\\frac{${numerator}}{${denominator}}` : `{${numerator} \\atop ${denominator}}`;
}

export function root(degree: string, radicand: string): string {
  return `\\sqrt${degree.trim() === '' ? '' : `[${degree.trim()}]`}{${radicand}}`;
}

/** A sign above or below something: an accent, a brace, an arrow; else stacked. */
export function accented(base: string, sign: string, place: 'over' | 'under'): string {
  if (sign.trim() === '') return base;
  const accent = accents[sign.trim()];
  if (accent !== undefined && accent.startsWith('under') === (place === 'under')) {
    const isLong = base.replace(/\\[a-z]+/gi, 'x').trim().length > 1;
    return `\\${(isLong ? wide[accent] : undefined) ?? accent}{${base.trim()}}`;
  }
  return `\\${place}set{${latexText(sign).trim()}}{${base.trim()}}`;
}

/** Something in small letters below or above something else: the limit of an operator, a remark at a brace. */
export function stacked(base: string, added: string, place: 'over' | 'under'): string {
  const plain = base.trim();
  const script = place === 'under' ? scripts(added, '') : scripts('', added);
  if (isFunction(plain)) return `\\${plain}${script} `;
  if (/^\\operatorname\{/.test(plain)) return `${plain.replace('{', '*{')}${script} `;
  const takesLimits = /^\\(?:sum|prod|coprod|i*int|oi*int|big[a-z]+|lim|limsup|liminf|max|min|sup|inf)\b/.test(plain);
  if (takesLimits || plain.startsWith(`\\${place}brace{`)) return `${plain}${script} `;
  return `\\${place}set{${added.trim()}}{${plain}}`;
}

/** Rows of cells, without brackets. */
export function matrix(rows: readonly string[]): string {
  return `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`;
}

/** Equations one below the other. */
export function equations(rows: readonly string[]): string {
  return rows.length === 1 ? (rows[0] ?? '') : `\\begin{aligned} ${rows.join(' \\\\ ')} \\end{aligned}`;
}

/** Something in brackets, of which either may be missing. */
export function delimited(begin: string, end: string, items: readonly string[], separator = '|'): string {
  const inner = items.join(separator === '|' ? ' \\mid ' : latexText(separator)).trim();
  if (begin === '' && end === '') return inner;
  const [, rows] = rowsBegin.exec(inner) ?? [];
  const kind = matrices[begin + end];
  const closing = `\\end{${rows}}`;
  if (kind !== undefined && rows !== undefined && inner.indexOf(closing) === inner.length - closing.length) {
    if (rows === 'matrix' || kind === 'cases')
      return `\\begin{${kind}}${inner.slice(`\\begin{${rows}}`.length, -closing.length)}\\end{${kind}}`;
  }
  const [, over, under] = /^\{([^{}]*) \\atop ([^{}]*)\}$/.exec(inner) ?? [];
  if (begin === '(' && end === ')' && over !== undefined && under !== undefined) return `\\binom{${over}}{${under}}`;
  const [left, right] = [latexText(begin).trim(), latexText(end).trim()];
  if (begin !== '' && end !== '' && !tall.test(inner)) return `${left} ${inner} ${right}`;
  return `\\left${left || '.'} ${inner} \\right${right || '.'}`;
}
