import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tesseractOcr } from '../src/index.ts';
import { chooseLanguages } from '../src/languages/choose-languages.ts';
import { findLanguageData, installedLanguages } from '../src/languages/language-data.ts';
import { languageTag, scriptOf, tesseractLanguage } from '../src/languages/language-names.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'cubo-ocr-'));
for (const name of ['deu', 'osd']) writeFileSync(path.join(folder, `${name}.traineddata`), '');
writeFileSync(path.join(folder, 'chi_tra.traineddata.gz'), '');
afterAll(() => rmSync(folder, { recursive: true }));

describe('names of languages', () => {
  test.each([
    ['en', 'eng'],
    ['de-CH', 'deu'],
    ['DE', 'deu'],
    ['nb', 'nor'],
    ['zh', 'chi_sim'],
    ['zh-Hans', 'chi_sim'],
    ['zh-TW', 'chi_tra'],
    ['zh-Hant-HK', 'chi_tra'],
    ['sr', 'srp'],
    ['sr-Latn', 'srp_latn'],
    ['fil', 'fil'],
    ['deu', 'deu'],
    ['chi_tra_vert', 'chi_tra_vert'],
    ['und', undefined],
    ['not a tag', undefined],
    ['', undefined],
  ])('%s is %s', (tag, name) => {
    expect(tesseractLanguage(tag)).toBe(name);
  });

  test.each([
    ['eng', 'en', 'Latn'],
    ['nor', 'nb', 'Latn'],
    ['chi_sim', 'zh-Hans', 'Hans'],
    ['chi_tra', 'zh-Hant', 'Hant'],
    ['srp', 'sr', 'Cyrl'],
    ['jpn', 'ja', 'Jpan'],
    ['deu_frak', 'deu', 'Latn'],
  ])('%s is the tag %s, written in %s', (name, tag, script) => {
    expect(languageTag(name)).toBe(tag);
    expect(scriptOf(name)).toBe(script);
  });
});

describe('data of languages', () => {
  test('comes from the installed packages', () => {
    expect(installedLanguages().slice(0, 2)).toEqual(['eng', 'fra']);
    expect(findLanguageData('eng').file).toMatch(/@tesseract\.js-data[/\\]eng[/\\].*eng\.traineddata\.gz$/);
  });

  test('or from a folder', () => {
    expect(installedLanguages(folder)).toEqual(['chi_tra', 'deu']);
    expect(findLanguageData('deu', folder).file).toBe(path.join(folder, 'deu.traineddata'));
    expect(findLanguageData('chi_tra', folder).file).toBe(path.join(folder, 'chi_tra.traineddata.gz'));
  });

  test('that is missing is named with the command that installs it', () => {
    expect(() => tesseractOcr({ languages: ['en', 'ka'] })).toThrow(
      expect.objectContaining({
        code: 'CUBO_PACKAGE_MISSING',
        message: expect.stringContaining('npm install @tesseract.js-data/kat'),
      }),
    );
    expect(() => tesseractOcr({ languages: ['ka'], languageData: folder })).toThrow(/no kat\.traineddata/);
  });
});

describe('chooseLanguages', () => {
  const choose = (
    hints?: string[],
    configured?: string[],
    installed = ['eng', 'chi_sim', 'deu', 'fra', 'ita', 'rus'],
  ) => chooseLanguages({ installed, configured, hints });

  test('takes what is guessed first, as far as there is data for it', () => {
    expect(choose(['de', 'xx', 'fr-CA'])).toEqual([['deu', 'fra'], ['eng', 'deu', 'fra'], ['chi_sim'], ['rus']]);
    expect(choose(['ru'])[0]).toEqual(['rus']);
    expect(choose(['de', 'en'], ['eng', 'ita'])).toEqual([['eng'], ['eng', 'ita']]);
  });

  test('takes what is configured, or what is installed, script by script', () => {
    expect(choose([], ['deu', 'rus'])).toEqual([['deu', 'rus']]);
    expect(choose(undefined)).toEqual([['eng', 'deu', 'fra'], ['chi_sim'], ['rus']]);
    expect(choose(['en'], undefined, ['eng'])).toEqual([['eng']]);
  });
});

test.each([
  [{ languages: [] }, /languages/],
  [{ languages: ['not a tag'] }, /"not a tag"/],
  [{ languageData: '' }, /languageData/],
  [{ workers: 0 }, /workers is 0/],
  [{ language: ['de'] } as object, /tesseractOcr\(\) has no option "language"\. Did you mean languages\?/],
  [{ dpi: Number.NaN }, /dpi is NaN/],
  [{ timeLimitMilliseconds: -1 }, /timeLimitMilliseconds is -1/],
])('refuses %o', (options, message) => {
  expect(() => tesseractOcr(options)).toThrow(
    expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringMatching(message) }),
  );
});
