import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../src/index.ts';
import { createPieceDecoder } from '../src/text/text-encoding.ts';
import { encodeHz, encodeIso2022Kr, encodeText, encodeUtf7 } from './helpers/encode-text.ts';
import { expectLinearTime } from './helpers/linear-time.ts';

/** A paragraph, a sentence and three rows of a table in each language, as letters and lists of a landlord have them. */
const texts = {
  polish: [
    'Szanowni Państwo, uprzejmie informujemy, że od przyszłego miesiąca czynsz za mieszkanie przy ulicy Długiej wzrośnie o pięć procent. Prosimy o wpłatę na wskazane konto najpóźniej do dziesiątego dnia każdego miesiąca.',
    'Klucze można odebrać w biurze zarządcy.',
    ['Imię;Miejscowość;Uwagi', 'Małgorzata;Łódź;zaległość', 'Zdzisław;Gdańsk;brak'],
  ],
  czech: [
    'Vážení nájemníci, v úterý odpoledne proběhne pravidelná kontrola vodoměrů ve všech bytech. Žádáme vás, abyste zpřístupnili koupelny a sklepy, jinak nebude možné spotřebu řádně vyúčtovat.',
    'Klíče od společné místnosti má správce.',
    ['Jméno;Město;Poznámka', 'Jiří Dvořák;Plzeň;přeplatek', 'Růžena;Brno;bez závad'],
  ],
  hungarian: [
    'Tisztelt Lakók! A fűtési rendszer karbantartása miatt szerdán reggel nyolctól délután négyig nem lesz melegvíz az épületben. Kérjük, hogy az érintett időszakban a csapokat tartsák elzárva.',
    'A lakbért előre kell fizetni, minden hónap ötödikéig.',
    ['Név;Város;Megjegyzés', 'Szűcs Gergő;Győr;hátralék', 'Kőműves Ágnes;Pécs;nincs'],
  ],
  slovak: [
    'Vážení susedia, dovoľujeme si vás upozorniť, že v priebehu budúceho týždňa sa budú vymieňať stúpačky. Počas prác bude voda odstavená, preto si prosíme urobte dostatočnú zásobu.',
    'Schôdza vlastníkov sa uskutoční vo štvrtok večer.',
    ['Meno;Obec;Poznámka', 'Ľubomír;Žilina;nedoplatok', 'Božena;Košice;v poriadku'],
  ],
  slovene: [
    'Spoštovani stanovalci, obveščamo vas, da bo v četrtek zaradi čiščenja dimnikov začasno moten dostop do podstrešja. Prosimo, da že dan prej pospravite vse predmete s stopnišča in hodnikov.',
    'Ključe vrnite najkasneje prihodnji ponedeljek, sicer vam bomo zaračunali zamenjavo ključavnice.',
    ['Ime;Kraj;Opomba', 'Žiga Košič;Črnomelj;zaostanek', 'Špela;Škofja Loka;plačano'],
  ],
  romanian: [
    'Stimaţi locatari, vă anunţăm că începând de luni vor începe lucrările de reparaţii la acoperiş şi la scară. Vă rugăm să nu lăsaţi maşinile în faţa blocului şi să ţineţi ferestrele închise.',
    'Chiria se plăteşte până în data de cinci a fiecărei luni, fără întârziere.',
    ['Nume;Oraş;Observaţii', 'Ştefan Ţăranu;Iaşi;restanţă', 'Ileana;Bucureşti;plătită'],
  ],
  turkish: [
    'Değerli sakinlerimiz, önümüzdeki salı günü asansörün yıllık bakımı yapılacaktır. Bu süre içinde lütfen merdivenleri kullanınız; yaşlı ve engelli komşularımız için görevlilerimiz yardımcı olacaktır.',
    'Kiranın her ayın beşine kadar yatırılması gerekmektedir.',
    ['Adı;Şehir;Açıklama', 'Ayşe Yıldırım;Eskişehir;borcu yok', 'Gökhan;İzmir;gecikmiş ödeme'],
  ],
  lithuanian: [
    'Gerbiami gyventojai, pranešame, kad dėl šildymo sistemos bandymų trečiadienį nebus karšto vandens. Prašome užsukti čiaupus ir pasirūpinti, kad vandens skaitikliai būtų prieinami įgaliotam darbuotojui.',
    'Nuomos mokestį prašome sumokėti iki kiekvieno mėnesio dešimtos dienos, kad išvengtumėte delspinigių.',
    ['Vardas;Miestas;Pastaba', 'Žydrūnė Šimkienė;Šiauliai;įsiskolinimas', 'Jonas;Panevėžys;apmokėta'],
  ],
  latvian: [
    'Cienījamie iedzīvotāji, informējam, ka nākamnedēļ tiks veikta ūdens skaitītāju pārbaude visos dzīvokļos. Lūdzam nodrošināt piekļuvi vannas istabām un pagrabiem, lai darbus varētu paveikt laikā.',
    'Atslēgas jānodod pārvaldniekam līdz mēneša beigām.',
    ['Vārds;Pilsēta;Piezīme', 'Jānis Bērziņš;Rīga;parāds', 'Līga;Jūrmala;samaksāts'],
  ],
  greek: [
    'Αγαπητοί ένοικοι, σας ενημερώνουμε ότι την Τρίτη το πρωί θα γίνει συντήρηση του ανελκυστήρα. Παρακαλούμε να χρησιμοποιείτε τις σκάλες και να ειδοποιήσετε έγκαιρα όσους χρειάζονται βοήθεια.',
    'Το ενοίκιο καταβάλλεται έως την πέμπτη κάθε μήνα.',
    ['Όνομα;Πόλη;Σχόλια', 'Γιώργος;Αθήνα;εξοφλήθη', 'Ελένη;Πάτρα;οφειλή'],
  ],
  hebrew: [
    'דיירים יקרים, ביום שלישי בבוקר תתקיים בדיקה שנתית של המעלית. אנא השתמשו במדרגות והודיעו מראש אם דרושה לכם עזרה מיוחדת.',
    'יש לשלם את דמי השכירות עד החמישי בכל חודש.',
    ['שם;עיר;הערות', 'משה כהן;חיפה;שולם', 'רחל;ירושלים;חוב'],
  ],
  arabic: [
    'السادة السكان الكرام، نود إبلاغكم بأن صيانة المصعد ستجري صباح يوم الثلاثاء القادم. يرجى استخدام السلالم وإخبار الإدارة مسبقا إذا كنتم بحاجة إلى مساعدة.',
    'يدفع الإيجار قبل اليوم الخامس من كل شهر.',
    ['الاسم;المدينة;ملاحظات', 'أحمد;القاهرة;مدفوع', 'فاطمة;عمان;متأخر'],
  ],
  vietnamese: [
    'Kính gửi quý cư dân, sáng thứ ba tuần tới chúng tôi sẽ bảo trì thang máy định kỳ. Xin quý vị vui lòng sử dụng cầu thang bộ và báo trước cho ban quản lý nếu cần giúp đỡ.',
    'Tiền thuê nhà phải trả trước ngày mùng năm hằng tháng.',
    ['Tên;Thành phố;Ghi chú', 'Nguyễn Văn Đức;Huế;đã trả', 'Trần Thị Hường;Đà Nẵng;còn nợ'],
  ],
  russian: [
    'Уважаемые жильцы! В среду с девяти до шестнадцати часов будет отключена горячая вода из-за ремонта котельной. Просим закрыть краны и обеспечить доступ к счётчикам.',
    'Ключи можно получить у управляющего.',
    ['Имя;Город;Примечание', 'Юрий Щербаков;Ярославль;долг', 'Ольга;Тверь;оплачено'],
  ],
  ukrainian: [
    'Шановні мешканці! У середу з дев’ятої до шістнадцятої години не буде гарячої води через ремонт котельні. Просимо перекрити крани й забезпечити доступ до лічильників.',
    'Орендну плату слід вносити до п’ятого числа.',
    ['Ім’я;Місто;Примітка', 'Єлизавета;Київ;сплачено', 'Сергій;Львів;заборгованість'],
  ],
  bulgarian: [
    'Уважаеми съседи, в сряда от девет до шестнадесет часа няма да има топла вода заради ремонт на абонатната станция. Молим да осигурите достъп до водомерите в жилищата си.',
    'Наемът се плаща до пето число на всеки месец.',
    ['Име;Град;Бележка', 'Георги Щерев;Пловдив;платено', 'Елица;Русе;задължение'],
  ],
  german: [
    'Sehr geehrte Mieterinnen und Mieter, am Dienstagvormittag wird der Aufzug gewartet. Bitte benützen Sie während dieser Zeit die Treppe und verständigen Sie uns rechtzeitig, falls Sie Hilfe benötigen. Schöne Grüße!',
    'Die Schlüssel für die Waschküche hängen im Büro.',
    ['Name;Ort;Bemerkung', 'Jürgen Groß;München;Rückstand', 'Bärbel;Köln;bezahlt'],
  ],
  french: [
    "Chers locataires, l'entretien de l'ascenseur aura lieu mardi prochain dans la matinée. Nous vous prions d'emprunter l'escalier et de prévenir le gérant à l'avance si vous êtes gênés dans vos déplacements.",
    "Le loyer est payé d'avance, au début de chaque mois.",
    ['Prénom;Ville;Remarque', 'Hélène;Nîmes;réglé', 'Rémi;Besançon;impayé'],
  ],
  spanish: [
    'Estimados vecinos: el martes por la mañana se realizará la revisión anual del ascensor. Durante ese tiempo deberán utilizar la escalera; avisen con antelación a la administración si necesitan ayuda.',
    'El alquiler se abonará antes del día cinco; ¿alguna pregunta más?',
    ['Nombre;Población;Observación', 'Íñigo Núñez;León;pagó', 'Mónica;Málaga;debe más'],
  ],
  italian: [
    "Gentili inquilini, martedì mattina verrà eseguita la manutenzione dell'ascensore, che perciò non potrà essere usato. La portineria è a disposizione di chi ha difficoltà; la società si scusa già ora per il disagio.",
    'Il canone è dovuto entro il giorno cinque, perché così è pattuito.',
    ['Nome;Città;Nota', 'Nicolò;Forlì;pagherà', 'Noè;Cefalù;è in regola'],
  ],
  chinese: [
    '各位住户：下周二上午将进行电梯年度检修，期间请使用楼梯。如果您需要帮助，请提前与物业管理处联系。',
    '租金应于每月五日之前支付。',
    ['姓名,城市,备注', '王小明,北京,已付', '李华,上海,欠款'],
  ],
  taiwanese: [
    '各位住戶：下週二上午將進行電梯年度檢修，期間請使用樓梯。如果您需要幫助，請提前與管理處聯絡。',
    '租金應於每月五日之前支付。',
    ['姓名,城市,備註', '王小明,臺北,已付', '李華,高雄,欠款'],
  ],
  japanese: [
    '入居者の皆様へ。来週火曜日の午前中にエレベーターの定期点検を行います。お手伝いが必要な方は、事前に管理人までご連絡ください。',
    '家賃は毎月五日までにお支払いください。',
    ['名前,都市,備考', '田中太郎,東京,支払済', '鈴木花子,大阪,未払い'],
  ],
  korean: [
    '입주자 여러분께 알려 드립니다. 다음 주 화요일 오전에 승강기 정기 점검이 있으니 계단을 이용해 주시고, 도움이 필요하신 분은 관리실로 미리 연락해 주십시오.',
    '월세는 매달 오 일까지 내야 합니다.',
    ['이름,도시,비고', '김민수,서울,납부', '이영희,부산,미납'],
  ],
} as const satisfies Readonly<Record<string, readonly [string, string, readonly string[]]>>;

type Language = keyof typeof texts;

const everyKind: readonly (readonly [Language, readonly string[]])[] = [
  ['polish', ['windows-1250', 'iso-8859-2']],
  ['czech', ['windows-1250', 'iso-8859-2']],
  ['hungarian', ['windows-1250', 'iso-8859-2']],
  ['slovak', ['windows-1250', 'iso-8859-2']],
  ['slovene', ['windows-1250', 'iso-8859-2']],
  ['romanian', ['windows-1250', 'iso-8859-2']],
  ['turkish', ['windows-1254']],
  ['lithuanian', ['windows-1257']],
  ['latvian', ['windows-1257']],
  ['greek', ['windows-1253', 'iso-8859-7']],
  ['hebrew', ['windows-1255', 'iso-8859-8']],
  ['arabic', ['windows-1256']],
  ['vietnamese', ['windows-1258']],
  ['russian', ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic']],
  ['ukrainian', ['windows-1251', 'x-mac-cyrillic']],
  ['bulgarian', ['windows-1251', 'ibm866', 'iso-8859-5']],
  ['german', ['windows-1252']],
  ['french', ['windows-1252']],
  ['spanish', ['windows-1252']],
  ['italian', ['windows-1252']],
  ['chinese', ['gb18030']],
  ['taiwanese', ['big5']],
  ['japanese', ['shift_jis', 'euc-jp']],
  ['korean', ['euc-kr']],
];
/** Those of which a sentence is too little to win over windows-1252. */
const longer: readonly (readonly [Language, readonly string[]])[] = [
  ['polish', ['ibm852']],
  ['hungarian', ['ibm852']],
  ['german', ['ibm850', 'ibm437', 'macintosh']],
  ['french', ['ibm850', 'ibm437', 'macintosh']],
  ['spanish', ['ibm850', 'macintosh']],
  ['italian', ['ibm850', 'macintosh']],
];

const mail = (text: string) =>
  `From: Ada Example <ada@example.com>\r\nTo: bob@example.org\r\nSubject: Notice\r\n\r\n${text}\r\n\r\n-- \r\nAda Example\r\n`;
const table = (rows: readonly string[]) => rows.map((row, index) => `${index};${row};${17 * index}.50`).join('\r\n');

function expectFound(text: string, encoding: string): void {
  const written = encoding === 'windows-1258' ? combined(text) : text;
  expect(decodeText(encodeText(written, encoding))).toMatchObject({ text: written });
}

/** With tones as characters of their own, as windows-1258 has them. */
function combined(text: string): string {
  return text.normalize('NFD').replace(/([aeou])([\u0323]?)([\u0302\u0306\u031b])/gi, (_, letter, below, mark) => {
    return `${`${letter}${mark}`.normalize('NFC')}${below}`;
  });
}

const pairs = (list: typeof everyKind) =>
  list.flatMap(([language, encodings]) => encodings.map((each) => [language, each] as const));

describe('the encoding of a text, by its letters', () => {
  test.each(pairs(everyKind))('%s in %s: a paragraph, a sentence, a table, a mail', (language, encoding) => {
    const [paragraph, sentence, rows] = texts[language];
    for (const text of [paragraph, sentence, table(rows), mail(sentence)]) expectFound(text, encoding);
  });

  test.each(pairs(longer))('%s in %s: a paragraph', (language, encoding) => {
    expectFound(texts[language][0], encoding);
    expectFound(mail(texts[language][0]), encoding);
  });

  test.each([
    'Loading… Saving… Opening…',
    'Don’t do that – it’s “dangerous”, she said—twice.',
    '25 °C, ±2 %, § 3, © 2024, 5 £, 10 €, ½ cup, 3 m²',
    '• one\n• two\n• three',
    'Herr Müller, Frau Nuñez, M. Lefèvre, Señor Gómez, Åse Sørensen',
    '«Sì», disse. «No», risposi.',
    'Hij zei: „coördinatie” en ‘reünie’.',
    'Je to café.',
    'naïve résumé',
    'Þetta er íbúð á annarri hæð.',
    'Øl på hylden æder ål.',
  ])('is windows-1252 for %j', (text) => {
    expect(decodeText(encodeText(text, 'windows-1252'))).toEqual({ text, encoding: 'windows-1252' });
  });

  test('is windows-1252 where too few letters tell another', () => {
    expect(decodeText(encodeText('Škoda', 'iso-8859-2')).encoding).toBe('windows-1252');
    expect(decodeText(encodeText('la città', 'ibm850')).encoding).toBe('windows-1252');
  });

  test('reads frames of the terminals of DOS', () => {
    const text = ['┌────────┬───────┐', '│ Größe  │ Höhe  │', '│ fünf   │ zwölf │', '└────────┴───────┘'].join('\r\n');
    expect(decodeText(encodeText(text, 'ibm850')).text).toBe(text);
  });

  test('takes linear time, on noise too', async () => {
    await expectLinearTime(100_000, (size) => decodeText(encodeText('żółć gęś '.repeat(size / 9), 'windows-1250')));
    const noise = (size: number) =>
      Uint8Array.from({ length: size }, (_, index) => 0x41 + ((index * index * 31) % 180));
    await expectLinearTime(300_000, (size) => decodeText(noise(size)));
  });
});

describe('encodings of seven bits', () => {
  test('are found by their sequences', () => {
    const [chinese, korean] = [texts.chinese[0], texts.korean[0]];
    expect(decodeText(encodeHz(`Notice:\n${chinese}\n`))).toEqual({
      text: `Notice:\n${chinese}\n`,
      encoding: 'hz-gb-2312',
    });
    expect(decodeText(encodeIso2022Kr(korean))).toEqual({ text: korean, encoding: 'iso-2022-kr' });
  });

  test.each(['(format t "~{~a~^, ~}" list)', 'x = ~{abcd~}', '~{ABCDEFGHIJKL~}', 'a ~~ b ~{', '+AGQ-'])(
    'are not taken for %j',
    (text) => {
      expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
    },
  );

  test('decode the same however the bytes are cut', () => {
    const samples: [string, Uint8Array, string][] = [
      [
        'hz-gb-2312',
        encodeHz(`a${texts.chinese[0]}b\n${texts.chinese[1]}`),
        `a${texts.chinese[0]}b\n${texts.chinese[1]}`,
      ],
      ['iso-2022-kr', encodeIso2022Kr(`a ${texts.korean[0]}`), `a ${texts.korean[0]}`],
      ['utf-7', encodeUtf7('Größe + 5 € 😀 ü'), 'Größe + 5 € 😀 ü'],
      ['hz', Buffer.from('~~ a~\nb ~x ~'), '~ ab ~x ~'],
      ['hz', Buffer.from('~{VPN\nplain~{VP N'), '中\ufffd\nplain中 \ufffd'],
    ];
    for (const [encoding, bytes, text] of samples)
      for (const size of [1, 2, 3, 5, 1000]) {
        const decoder = createPieceDecoder(encoding);
        let decoded = '';
        for (let at = 0; at < bytes.length; at += size) decoded += decoder.decode(bytes.subarray(at, at + size));
        expect(decoded + decoder.finish()).toBe(text);
      }
  });

  test('never fail on any bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('hz', 'iso-2022-kr', 'utf-7', 'cp850'),
        fc.uint8Array({ maxLength: 60 }),
        (encoding, bytes) => {
          const decoder = createPieceDecoder(encoding);
          const text = decoder.decode(bytes) + decoder.finish();
          expect(text.length).toBeLessThanOrEqual(2 * bytes.length + 2);
        },
      ),
      { seed: 11, numRuns: 500 },
    );
  });
});
