import { encodingLabel } from './text-encoding.ts';

/** Code pages that are known by their number alone. */
const labels: Readonly<Record<number, string>> = {
  708: 'iso-8859-6',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'big5',
  10003: 'euc-kr',
  10007: 'x-mac-cyrillic',
  10008: 'gbk',
  20127: 'windows-1252',
  20866: 'koi8-r',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  50225: 'iso-2022-kr',
  51932: 'euc-jp',
  51949: 'euc-kr',
  52936: 'hz-gb-2312',
  54936: 'gb18030',
  65000: 'utf-7',
  65001: 'utf-8',
};

/** The label of a code page of Windows, DOS or Mac OS, as `createPieceDecoder` knows it; `undefined` for an unknown one. */
export function codePageLabel(codePage: number): string | undefined {
  const iso = codePage > 28590 && codePage < 28606 ? encodingLabel(`iso-8859-${codePage - 28590}`) : undefined;
  return labels[codePage] ?? iso ?? encodingLabel(`ibm${codePage}`) ?? encodingLabel(`windows-${codePage}`);
}
