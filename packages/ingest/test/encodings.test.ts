import { describe, expect, test } from 'vitest';
import { decodeText, textExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeText } from './helpers/encode-text.ts';
import { extract } from './helpers/sections.ts';

const texts = {
  russian: 'Договор аренды квартиры заключён между сторонами. Арендатор обязуется платить вовремя.',
  ukrainian: "Договір оренди квартири укладено між сторонами. Її власник зобов'язується передати ключі.",
  japanese: '本契約は、賃貸人と賃借人との間で締結される。家賃は毎月末日までに支払うものとする。',
  chinese: '本合同由出租人与承租人签订。租金应于每月月底前支付。双方应遵守本合同的各项规定。',
  taiwanese: '本合約由出租人與承租人簽訂。租金應於每月月底前支付。雙方應遵守本合約的各項規定。',
  korean: '본 계약은 임대인과 임차인 사이에 체결된다. 임대료는 매월 말일까지 지급하여야 한다.',
  german:
    'Größe der Wohnung: fünfzig Quadratmeter. Die Miete beträgt fünfhundert Euro, fällig im Voraus. Straße, Gebühr.',
  polish:
    'Umowa najmu mieszkania została zawarta pomiędzy stronami. Najemca zobowiązuje się płacić czynsz na czas. Żółć, gęś, źdźbło.',
  greek: 'Η σύμβαση μίσθωσης υπογράφηκε μεταξύ των μερών. Ο ενοικιαστής υποχρεούται να πληρώνει.',
  hebrew: 'חוזה השכירות נחתם בין הצדדים. השוכר מתחייב לשלם את דמי השכירות בזמן.',
  arabic: 'تم توقيع عقد الإيجار بين الطرفين ويلتزم المستأجر بدفع الإيجار في الموعد المحدد.',
  thai: 'สัญญาเช่านี้ทำขึ้นระหว่างผู้ให้เช่าและผู้เช่า ผู้เช่าตกลงชำระค่าเช่าตรงเวลา',
} as const;

describe('the encoding of a text', () => {
  test.each<[keyof typeof texts, string]>([
    ['russian', 'windows-1251'],
    ['russian', 'ibm866'],
    ['russian', 'koi8-r'],
    ['russian', 'iso-8859-5'],
    ['ukrainian', 'koi8-u'],
    ['ukrainian', 'windows-1251'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['chinese', 'gbk'],
    ['taiwanese', 'big5'],
    ['korean', 'euc-kr'],
    ['german', 'windows-1252'],
    ['german', 'macintosh'],
    ['polish', 'windows-1250'],
    ['greek', 'windows-1253'],
    ['greek', 'iso-8859-7'],
    ['hebrew', 'windows-1255'],
    ['arabic', 'windows-1256'],
    ['thai', 'windows-874'],
  ])('%s in %s is found by its letters', (language, encoding) => {
    expect(decodeText(encodeText(texts[language], encoding)).text).toBe(texts[language]);
  });

  test.each(Object.entries(texts))('%s in UTF-16 and UTF-32 is found with and without a mark', async (_, text) => {
    for (const width of [2, 4] as const)
      for (const littleEndian of [true, false])
        for (const marked of [`\ufeff${text}`, text]) {
          const bytes = unicode(marked, width, littleEndian);
          expect(decodeText(bytes).text).toBe(text);
          expect((await extract(textExtractor(), bytesSource('a.txt', bytes))).sections[0]?.text).toBe(text);
        }
  });

  test('ISO-2022-JP is found by its escape sequences', () => {
    const bytes = Buffer.from('1b244232484442244f376e4b761b2842', 'hex');
    expect(decodeText(bytes)).toEqual({ text: '家賃は月末', encoding: 'iso-2022-jp' });
    expect(decodeText(Buffer.from('\x1b[1mbold\x1b[0m')).encoding).toBe('utf-8');
  });

  test('is none where bytes are no text', () => {
    const samples = [
      Uint8Array.from({ length: 4000 }, (_, index) => (index * index * 31) % 256),
      Uint8Array.from({ length: 4000 }, (_, index) => (index % 4 === 0 ? index % 256 : 0)),
      Buffer.from(new Int16Array(2000).map((_, index) => 3000 * Math.sin(index / 7)).buffer),
    ];
    for (const bytes of samples) expect(() => decodeText(bytes)).toThrow('binary');
  });
});

function unicode(text: string, width: 2 | 4, littleEndian: boolean): Uint8Array {
  const values =
    width === 4
      ? Array.from(text, (each) => each.codePointAt(0) ?? 0)
      : text.split('').map((each) => each.charCodeAt(0));
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (const [index, value] of values.entries())
    if (width === 4) view.setUint32(4 * index, value, littleEndian);
    else view.setUint16(2 * index, value, littleEndian);
  return new Uint8Array(view.buffer);
}
