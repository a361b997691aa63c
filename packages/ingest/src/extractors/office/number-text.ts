import { fixedNumber, generalNumber, spreadsheetNumber } from '../sheets/general-number.ts';
import { builtinFormats } from './builtin-formats.ts';

/** A number as its cell shows it. */
export interface ShownNumber {
  readonly text: string;
  readonly type: 'number' | 'date';
}

/** Shows the numbers of a workbook. */
export interface NumberText {
  /** @param format the id of a built-in format, or the code of another */
  show(value: number, format: number | string): ShownNumber;
}

interface Formatter {
  readonly isDate: boolean;
  show(value: number): string;
}

/** Texts that are remembered for each format: dates and amounts repeat. */
const mostRemembered = 4096;
const mostFormatters = 5000;
/** Excel allows 255 characters; a longer format code is none. */
export const longestCode = 1000;
/** Days from the beginning of the 1900 date system to that of the 1904 one. */
export const days1904 = 1462;

/**
 * Shows numbers by the format of their cell, with the library numfmt where it is not one of the simple formats that most
 * cells have. English names of months and a point before decimals, unless the format says otherwise.
 */
export async function createNumberText(options: { readonly date1904: boolean }): Promise<NumberText> {
  const library = await import('numfmt');
  const formatters = new Map<number | string, Formatter>();

  function formatter(format: number | string): Formatter {
    const code = typeof format === 'number' ? (builtinFormats[format] ?? 'General') : format;
    if (code.length > longestCode) return { isDate: false, show: generalNumber };
    return simpleFormatter(code) ?? libraryFormatter(code);
  }

  function libraryFormatter(code: string): Formatter {
    const isDate = attempt(() => library.isDateFormat(code)) ?? false;
    const remembered = new Map<number, string>();
    // A time that has passed, `[h]:mm`, counts from no date.
    const shift = isDate && options.date1904 && !/\[(?:h+|m+|s+)\]/i.test(code) ? days1904 : 0;
    return {
      isDate,
      show(value) {
        const known = remembered.get(value);
        if (known !== undefined) return known;
        // Broken formats, and those that show nothing, hide the value from people only.
        const shown = attempt(() => library.format(code, spreadsheetNumber(value + shift)).trim());
        const text = shown === undefined || shown === '' || /^#+$/.test(shown) ? generalNumber(value) : shown;
        if (remembered.size >= mostRemembered) remembered.clear();
        remembered.set(value, text);
        return text;
      },
    };
  }

  return {
    show(value, format) {
      let found = formatters.get(format);
      if (found === undefined) {
        if (formatters.size >= mostFormatters) formatters.clear();
        found = formatter(format);
        formatters.set(format, found);
      }
      return { text: found.show(value), type: found.isDate ? 'date' : 'number' };
    },
  };
}

function simpleFormatter(code: string): Formatter | undefined {
  if (/^(?:general|@|)$/i.test(code.trim())) return { isDate: false, show: generalNumber };
  const [, grouped, zeros, percent] = /^(#,##)?0(?:\.(0{1,10}))?(%)?$/.exec(code) ?? [];
  if (!/^(?:#,##)?0(?:\.0{1,10})?%?$/.test(code)) return undefined;
  const decimals = zeros?.length ?? 0;
  return {
    isDate: false,
    show(value) {
      const number = percent ? spreadsheetNumber(value * 100) : value;
      const plain = fixedNumber(number, decimals);
      return (grouped ? plain.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',') : plain) + (percent ?? '');
    },
  };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
