/** Digits of a number that programs show; what lies behind them is the noise of binary fractions. */
const digits = 15;

/** A number rounded to the 15 digits that spreadsheets know; whole numbers keep what they have. */
export function spreadsheetNumber(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(digits));
}

/** A number without a format: all its digits, and an exponent only where it is very large or very small. */
export function generalNumber(value: number): string {
  const text = String(spreadsheetNumber(value));
  return text.includes('e') ? text.replace(/e([+-])(\d)$/, 'e$10$2').toUpperCase() : text;
}

/** A number with fixed decimals, rounded half up as people do it, in decimal. */
export function fixedNumber(value: number, decimals: number): string {
  const plain = String(spreadsheetNumber(Math.abs(value)));
  if (plain.includes('e')) return spreadsheetNumber(value).toFixed(decimals);
  const rounded = Number(`${Math.round(Number(`${plain}e${decimals}`))}e-${decimals}`);
  return `${value < 0 && rounded !== 0 ? '-' : ''}${rounded.toFixed(decimals)}`;
}
