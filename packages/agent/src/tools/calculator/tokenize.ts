/** A piece of an expression. */
export interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
}

const token = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]+)|(\*\*|[-+*/%^(),]))/iy;

/** The pieces of an expression. Signs for times, division and minus of print are taken for those of a keyboard. */
export function tokenize(expression: string): Token[] {
  const text = expression.replace(/[×·]/g, '*').replace(/[÷:]/g, '/').replace(/[−–]/g, '-').trimEnd();
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw new Error(`There is something at character ${at + 1} that is no number, name or sign.`);
    const [, number, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase() });
    else tokens.push({ kind: 'sign', text: sign === '**' ? '^' : (sign as string) });
  }
  return tokens;
}
