import { badArgument, CuboError } from '@cubo/contracts';

/** A file is not what its format promises; `line` counts from 1. */
export function badFile(format: string, problem: string, line?: number): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${line === undefined ? `The ${format}` : `Line ${line} of the ${format}`} ${problem}.`,
    remedy: 'Export it again from the program that it comes from.',
  });
}

/** A file is larger than it may be. */
export function tooLarge(format: string, what: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `The ${format} ${what}.`,
    remedy: 'Export less at once, in several files.',
  });
}

/** The most characters of a text that is imported. */
const longestText = 64 * 1024 * 1024;

/** A text of a file, without its byte order mark. */
export function importedText(format: string, text: unknown): string {
  if (typeof text !== 'string') {
    throw badArgument(`The ${format} is no text.`, 'Pass the decoded text of the file.');
  }
  if (text.length > longestText) throw tooLarge(format, `has more than ${longestText} characters`);
  return text.replace(/^\ufeff/, '');
}

/** What of a file was not imported, and why; `line` counts from 1. */
export interface SkippedItem {
  readonly line?: number | undefined;
  /** The number of the item, or its name. */
  readonly item?: string | undefined;
  readonly reason: string;
}
