import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { tesseractLanguage } from './languages/language-names.ts';
import type { TesseractOcrOptions } from './tesseract-ocr-options.ts';

const known: KnownOptions<TesseractOcrOptions> = {
  languages: true,
  languageData: true,
  workers: true,
  dpi: true,
  timeLimitMilliseconds: true,
  idleMilliseconds: true,
  maximumPixels: true,
};

/**
 * Refuses options that make no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertOptions(options: TesseractOcrOptions): void {
  assertKnownOptions('tesseractOcr()', options, known);
  const { languages, languageData, workers } = options;
  if (languages !== undefined) {
    if (!Array.isArray(languages) || languages.length === 0) {
      throw badArgument(
        'The option languages is not a list with at least one language.',
        "Pass a list such as ['de'].",
      );
    }
    for (const tag of languages) {
      if (typeof tag === 'string' && tesseractLanguage(tag) !== undefined) continue;
      throw badArgument(
        `The option languages names ${JSON.stringify(tag)}, which is no language that Tesseract reads.`,
        'Pass BCP 47 tags such as de or zh-Hans.',
      );
    }
  }
  if (languageData !== undefined && (typeof languageData !== 'string' || languageData === '')) {
    throw badArgument('The option languageData is not the path of a folder.', 'Pass a folder of .traineddata files.');
  }
  if (workers !== undefined && !(Number.isSafeInteger(workers) && workers >= 1)) {
    throw badArgument(`The option workers is ${String(workers)}.`, 'Pass a whole number from 1 up.');
  }
  for (const name of ['dpi', 'timeLimitMilliseconds', 'idleMilliseconds', 'maximumPixels'] as const) {
    const value = options[name];
    if (value === undefined || (typeof value === 'number' && value > 0)) continue;
    throw badArgument(`The option ${name} is ${String(value)}.`, 'Pass a positive number.');
  }
}
