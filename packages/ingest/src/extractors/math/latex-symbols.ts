/** Letters and letter-like signs: what follows them is set apart. */
const letters = {
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ϵ: 'epsilon', ε: 'varepsilon', ζ: 'zeta', η: 'eta' },
  ...{ θ: 'theta', ϑ: 'vartheta', ι: 'iota', κ: 'kappa', ϰ: 'varkappa', λ: 'lambda', μ: 'mu', µ: 'mu', ν: 'nu' },
  ...{ ξ: 'xi', π: 'pi', ϖ: 'varpi', ρ: 'rho', ϱ: 'varrho', σ: 'sigma', ς: 'varsigma', τ: 'tau', υ: 'upsilon' },
  ...{ φ: 'varphi', ϕ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega', Γ: 'Gamma', Δ: 'Delta', '∆': 'Delta', Θ: 'Theta' },
  ...{ Λ: 'Lambda', Ξ: 'Xi', Π: 'Pi', Σ: 'Sigma', Υ: 'Upsilon', Φ: 'Phi', Ψ: 'Psi', Ω: 'Omega', '\u2126': 'Omega' },
  ...{ '∂': 'partial', '∇': 'nabla', '∞': 'infty', ℏ: 'hbar', ℓ: 'ell', ℜ: 'Re', ℑ: 'Im', ℵ: 'aleph', ℘: 'wp' },
  ...{ '∅': 'emptyset', '∀': 'forall', '∃': 'exists', '∄': 'nexists', '¬': 'neg', '⊤': 'top', '∠': 'angle' },
  ...{ '…': 'dots', '⋯': 'cdots', '⋮': 'vdots', '⋱': 'ddots', '∎': 'blacksquare', '△': 'triangle' },
};

/** Operators, relations and arrows: they stand between spaces. */
const operators = {
  ...{ '×': 'times', '÷': 'div', '±': 'pm', '∓': 'mp', '⋅': 'cdot', '·': 'cdot', '∘': 'circ', '∙': 'bullet' },
  ...{ '≤': 'leq', '≥': 'geq', '≠': 'neq', '≈': 'approx', '≡': 'equiv', '∼': 'sim', '≃': 'simeq', '≅': 'cong' },
  ...{ '∝': 'propto', '≪': 'll', '≫': 'gg', '≺': 'prec', '≻': 'succ', '~': 'sim', '≜': 'triangleq', '≔': 'coloneqq' },
  ...{ '∈': 'in', '∉': 'notin', '∋': 'ni', '⊂': 'subset', '⊆': 'subseteq', '⊃': 'supset', '⊇': 'supseteq' },
  ...{ '∪': 'cup', '∩': 'cap', '∖': 'setminus', '∧': 'wedge', '∨': 'vee', '⊕': 'oplus', '⊗': 'otimes' },
  ...{ '⊙': 'odot', '⊖': 'ominus', '⊥': 'perp', '∥': 'parallel', '∣': 'mid', '⊢': 'vdash', '⊨': 'models' },
  ...{ '→': 'to', '←': 'leftarrow', '↔': 'leftrightarrow', '↦': 'mapsto', '⟶': 'longrightarrow', '↑': 'uparrow' },
  ...{ '↓': 'downarrow', '⇒': 'Rightarrow', '⇐': 'Leftarrow', '⇔': 'Leftrightarrow', '⟹': 'Longrightarrow' },
  ...{ '⟺': 'Longleftrightarrow', '⇌': 'rightleftharpoons', '∴': 'therefore', '∵': 'because' },
  ...{ '∑': 'sum', '∏': 'prod', '∐': 'coprod', '∫': 'int', '∬': 'iint', '∭': 'iiint', '∮': 'oint', '∯': 'oiint' },
  ...{ '∰': 'oiiint', '⋃': 'bigcup', '⋂': 'bigcap', '⋁': 'bigvee', '⋀': 'bigwedge', '⨁': 'bigoplus' },
  ...{ '⨂': 'bigotimes', '⨀': 'bigodot', '⨄': 'biguplus', '⨆': 'bigsqcup', '√': 'surd' },
  ...{ '⌈': 'lceil', '⌉': 'rceil', '⌊': 'lfloor', '⌋': 'rfloor', '⟨': 'langle', '⟩': 'rangle', '〈': 'langle' },
  ...{ '〉': 'rangle', '‖': 'Vert', '\\': 'backslash' },
};

/** What else is written in another way. */
const others: readonly (readonly [sign: string, latex: string])[] = [
  ...Array.from('#%&{}$', (sign) => [sign, `\\${sign}`] as const),
  ...Array.from('ℂℍℕℙℚℝℤ', (sign) => [sign, `\\mathbb{${sign.normalize('NFKC')}}`] as const),
  ...Array.from('ℬℰℱℋℐℒℳℛ', (sign) => [sign, `\\mathcal{${sign.normalize('NFKC')}}`] as const),
  ['−', '-'],
  ['∗', '*'],
  ['∶', ':'],
  ['′', "'"],
  ['″', "''"],
  ['‴', "'''"],
  ['°', '^{\\circ}'],
  ['ℎ', 'h'],
];

const symbols: ReadonlyMap<string, string> = new Map([
  ...Object.entries(letters).map(([sign, command]) => [sign, `\\${command} `] as const),
  ...Object.entries(operators).map(([sign, command]) => [sign, ` \\${command} `] as const),
  ...others,
]);

/** Signs of the mathematical alphabets, U+1D400 to U+1D7FF, that mean something else than the letter alone. */
const alphabets: readonly (readonly [first: number, last: number, command: string])[] = [
  [0x1d49c, 0x1d503, 'mathcal'],
  [0x1d504, 0x1d537, 'mathfrak'],
  [0x1d538, 0x1d56b, 'mathbb'],
  [0x1d56c, 0x1d59f, 'mathfrak'],
];

/**
 * The text of a formula in LaTeX: Greek letters and signs as commands, letters of the mathematical alphabets as plain
 * letters. What has no common command stays Unicode, which the LaTeX of today understands as well. `_` and `^` stay as
 * they are, for whoever types them means scripts.
 */
export function latexText(text: string): string {
  if (/^[ !-"'-[\]-z|]*$/.test(text)) return text;
  let latex = '';
  for (const sign of text) latex += symbols.get(sign) ?? alphabetic(sign) ?? sign;
  return latex
    .replace(/[\u200b\u2060-\u2064\ufeff]/g, '')
    .replace(/[\s\u00a0\u2000-\u200a\u202f\u205f]+/g, ' ')
    .toWellFormed();
}

function alphabetic(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x1d400 || code > 0x1d7ff) return undefined;
  const letter = sign.normalize('NFKC');
  const [, , command] = alphabets.find(([first, last]) => code >= first && code <= last) ?? [];
  if (command !== undefined) return `\\${command}{${letter}}`;
  return symbols.get(letter) ?? letter;
}
