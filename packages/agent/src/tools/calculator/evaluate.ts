import { Decimal } from 'decimal.js';
import { type Token, tokenize } from './tokenize.ts';

/** Characters of an expression. */
export const longestExpression = 1000;
/** Digits that results are exact to. */
const precision = 100;
/** Results beyond ten to the power of this are refused. */
const largestExponent = 1000;
/** Brackets in brackets, and signs before signs. */
const deepest = 100;

const Exact = Decimal.clone({ precision, rounding: Decimal.ROUND_HALF_EVEN });

const functions: Readonly<Record<string, (...values: Decimal[]) => Decimal>> = {
  abs: (value) => one(value).abs(),
  ceil: (value) => one(value).ceil(),
  floor: (value) => one(value).floor(),
  max: (...values) => Exact.max(...values),
  min: (...values) => Exact.min(...values),
  round: (value, digits) => one(value).toDecimalPlaces(placesOf(digits), Decimal.ROUND_HALF_UP),
  sqrt: (value) => one(value).sqrt(),
  sum: (...values) => values.reduce((total, value) => total.plus(value), new Exact(0)),
};

const operators = {
  '*': (left: Decimal, right: Decimal) => left.times(right),
  '/': (left: Decimal, right: Decimal) => left.div(right),
  '%': (left: Decimal, right: Decimal) => left.mod(right),
} as const;

/**
 * Works an expression out in decimal numbers: `+ - * / % ^`, brackets, and some functions. Nothing of it is run as a program;
 * its length, depth and the size of its numbers are bounded, and with them the time.
 *
 * @throws Error that says what is wrong with it
 */
export function evaluate(expression: string): string {
  if (expression.length > longestExpression) throw new Error(`It has more than ${longestExpression} characters.`);
  const tokens = tokenize(expression);
  let next = 0;
  let depth = 0;

  const isSign = (...signs: string[]) => {
    const token = tokens[next];
    return token?.kind === 'sign' && signs.includes(token.text);
  };
  const take = (): Token => {
    const token = tokens[next++];
    if (token === undefined) throw new Error('It ends too early.');
    return token;
  };
  const expect = (sign: string) => {
    if (!isSign(sign)) throw new Error(`A ${sign} is missing.`);
    next++;
  };

  function sum(): Decimal {
    let value = product();
    while (isSign('+', '-')) value = take().text === '+' ? value.plus(product()) : value.minus(product());
    return value;
  }

  function product(): Decimal {
    let value = signed();
    while (isSign('*', '/', '%')) {
      const sign = take().text;
      const right = signed();
      if (sign !== '*' && right.isZero()) throw new Error('It divides by zero.');
      value = checked(operators[sign as keyof typeof operators](value, right));
    }
    return value;
  }

  function signed(): Decimal {
    if (++depth > deepest) throw new Error('It is nested too deep.');
    try {
      if (!isSign('-', '+')) return power();
      return take().text === '-' ? signed().neg() : signed();
    } finally {
      depth--;
    }
  }

  /** Binds to the right, and stronger than the sign before it: `-2^2` is -4. */
  function power(): Decimal {
    const base = atom();
    if (!isSign('^')) return base;
    next++;
    const exponent = signed();
    if (exponent.abs().gt(largestExponent * 10)) throw new Error('An exponent is too large.');
    return checked(base.pow(exponent));
  }

  function atom(): Decimal {
    const token = take();
    if (token.kind === 'number') return checked(new Exact(token.text));
    if (token.kind === 'name') return call(token.text);
    if (token.text !== '(') throw new Error(`A number is missing before ${token.text}.`);
    const value = sum();
    expect(')');
    return value;
  }

  function call(name: string): Decimal {
    if (name === 'pi') return Exact.acos(-1);
    const work = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (work === undefined) throw new Error(`There is no ${name}; there are ${Object.keys(functions).join(', ')}, pi.`);
    expect('(');
    const values = [sum()];
    while (isSign(',')) {
      next++;
      values.push(sum());
    }
    expect(')');
    return checked(work(...values));
  }

  const value = sum();
  const rest = tokens[next];
  if (rest !== undefined) throw new Error(`What follows ${rest.text} does not belong there.`);
  return shown(value);
}

function one(value: Decimal | undefined): Decimal {
  if (value === undefined) throw new Error('A function has no number to work on.');
  return value;
}

function placesOf(digits: Decimal | undefined): number {
  const places = digits === undefined ? 0 : digits.toNumber();
  if (!Number.isInteger(places) || places < 0 || places > precision)
    throw new Error('It rounds to no number of places.');
  return places;
}

function checked(value: Decimal): Decimal {
  if (value.isNaN()) throw new Error('It has no result among the real numbers.');
  if (!value.isFinite() || value.e > largestExponent) throw new Error('A number in it is too large.');
  if (!value.isZero() && value.e < -largestExponent) throw new Error('A number in it is too close to zero.');
  return value;
}

/** What is longer than its digits can be exact is rounded, and says so by its sign. */
function shown(value: Decimal): string {
  const isRounded = value.precision() >= precision;
  const short = isRounded ? value.toSignificantDigits(30) : value;
  const text = Math.abs(short.e) > 40 ? short.toString() : short.toFixed();
  return isRounded ? `≈ ${text}` : text;
}
