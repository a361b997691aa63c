/** A number as somebody has written it. */
export interface WrittenNumber {
  /** What it may mean, the likeliest first: `1.250` is 1250 or 1.25. */
  readonly values: readonly number[];
  /** What stands behind it, or before it: `km`, `€`. Empty where there is nothing. */
  readonly unit: string;
}

const written =
  /^(?<before>[^\d\s+.,−–-]*)\s*(?<sign>[+−–-]?)\s*(?<digits>\d[\d.,'’\u00a0\u202f ]*|[.,]\d+)(?:[eE](?<power>[+-]?\d{1,3}))?(?<after>[^\d]*)$/u;

/** Reads a text that is one number with a unit or without, with a point or a comma before its fraction. */
export function readNumber(text: string): WrittenNumber | undefined {
  const groups = written.exec(text.normalize('NFC').trim())?.groups;
  if (groups === undefined) return undefined;
  const { before = '', sign = '', digits = '', power, after = '' } = groups;
  const unit = [before, after].map((part) => part.trim()).filter((part) => part !== '');
  if (unit.length > 1) return undefined;
  const factor = (sign === '' || sign === '+' ? 1 : -1) * 10 ** Number(power ?? 0);
  const values = readingsOf(digits.trim().replace(/[.,]$/, ''))
    .map((reading) => Number(reading) * factor)
    .filter(Number.isFinite);
  return values.length === 0 ? undefined : { values, unit: unit.join('') };
}

/** Decimal notations with a point. */
function readingsOf(digits: string): string[] {
  const spaceless = /^\d{1,3}(?:[ '’\u00a0\u202f]\d{3})+(?=$|[.,])/.exec(digits);
  const text = spaceless === null ? digits : spaceless[0].replace(/\D/g, '') + digits.slice(spaceless[0].length);
  if (/^\d+$/.test(text)) return [text];
  if (/^\d*[.,]\d+$/.test(text)) {
    const decimal = text.replace(',', '.');
    // Three digits behind the sign may be thousands; so may nothing else.
    const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
    return isGroup && spaceless === null ? [text.replace(/[.,]/, ''), decimal] : [decimal];
  }
  const grouped = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:[.,](\d+))?$/.exec(text);
  if (grouped === null) return [];
  const [, thousands = '', sign = '', fraction] = grouped;
  const isSameSign = fraction !== undefined && text[thousands.length] === sign;
  if (isSameSign) return [];
  return [thousands.replace(/[.,]/g, '') + (fraction === undefined ? '' : `.${fraction}`)];
}
