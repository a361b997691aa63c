import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnalyzer } from '../../src/index.ts';

const analyzer = createAnalyzer();
const terms = (text: string, language: string) => analyzer.analyze(text, { language });
const variants = (query: string, ...languages: string[]) =>
  analyzer.analyzeQuery(query, { languages }).map((term) => term.variants);

describe('words', () => {
  test.each([
    ['photosynthesis?', 'photosynthesis.', 'en'],
    ['gatto', 'gatti', 'it'],
    ['caffe', 'caffè', 'it'],
    ['CAFFÈ', 'caffe\u0300', 'it'],
    ['Häuser', 'hauses', 'de'],
    ['STRASSE', 'Straße', 'de'],
    ['investigacion', 'investigaciones', 'es'],
    ['chevaux', 'cheval', 'fr'],
    ['élève', 'eleves', 'fr'],
    ['ﬁle', 'files', 'en'],
    ['２０２４', '2024', 'en'],
    ['m²', 'm2', 'en'],
    ['Ver\u00adsicherung', 'Versicherungen', 'de'],
    ['Łódź', 'lodz', 'und'],
    ['Ærø', 'aeroe'.slice(0, 4), 'und'],
    ['ОБЪЁМ', 'объем', 'und'],
    ['ΛΌΓΟΣ', 'λογος', 'und'],
    ['كِتَاب', 'كتاب', 'und'],
  ])('%s is %s in %s', (a, b, language) => {
    expect(terms(a, language)).toEqual(terms(b, language));
    expect(terms(a, language)).toHaveLength(1);
  });

  test('identifiers are whole beside their parts', () => {
    expect(terms('404B, state-of-the-art', 'und')).toEqual(
      ['404b', '404', 'state', 'stateoftheart', 'of', 'the', 'art'], // as written
    );
    expect(terms('state-of-the-art', 'en')).toEqual(['state', 'stateoftheart', 'art']);
  });

  test('marks that make another letter stay', () => {
    expect(terms('की', 'und')).not.toEqual(terms('क', 'und'));
  });

  test('a word longer than 64 characters is cut, without splitting a character', () => {
    expect(terms('x'.repeat(1_000_000), 'en')).toEqual(['x'.repeat(64)]);
    expect(terms(`x${'𝒳𐐷'.repeat(200)}`, 'und')[0]?.isWellFormed()).toBe(true);
  });
});

describe('apostrophes', () => {
  test.each(["l'articolo", 'l’articolo', "L' articolo", "dell'articolo", 'articoli'])('Italian: %s', (text) => {
    expect(terms(text, 'it')).toEqual(terms('articolo', 'it'));
  });
  test.each(["l'homme", 'd’homme', "qu'homme"])('French: %s', (text) => {
    expect(terms(text, 'fr')).toEqual(terms('homme', 'fr'));
  });
  test.each([
    ['tr', "İstanbul'da", 'İstanbul'],
    ['tr', 'Ankara’nın', 'Ankara'],
    ['ga', "d'fhoclóir", 'fhoclóir'],
    ['pt', "d'água", 'água'],
    ['nl', "foto's", 'foto'],
  ])('%s: %s', (language, text, word) => {
    expect(terms(text, language)).toEqual(terms(word, language));
    expect(terms(word, language)).toHaveLength(1);
  });
  test('English', () => {
    expect(terms("Cubo's", 'en')).toEqual(terms('Cubo', 'en'));
    expect(terms("don't", 'en')).toEqual(terms('don’t', 'en'));
    expect(terms("don't", 'en')).toEqual(['don']);
    expect(terms("rock 'all' night", 'en')).toEqual(['rock', 'all', 'night']);
  });
  test('a query finds the article whatever else the library holds', () => {
    expect(variants("l'articolo", 'en', 'it', 'und')).toEqual([['articolo', 'articol']]);
  });
});

describe('scripts without spaces', () => {
  test('bigrams, so that a word of a sentence finds it', () => {
    expect(terms('コーヒー', 'ja')).toEqual(['コー', 'ーヒ', 'ヒー']);
    expect(terms('고양이', 'ko')).toEqual(['고양', '양이']);
    const sentence = terms('東京都に住んでいます。', 'ja');
    for (const term of terms('京都に', 'ja')) expect(sentence).toContain(term);
  });
  test('Chinese characters by themselves beside them', () => {
    expect(terms('東京都に住む', 'ja')).toEqual(
      ['東京', '東', '京都', '京', '都に', '都', 'に住', '住む', '住'], // as written
    );
    expect(terms('水', 'zh')).toEqual(['水']);
    expect(terms('饮用水', 'zh')).toContain('水');
    expect(terms('iPhone手机24号', 'zh')).toEqual(['iphone', 'phone', '手机', '手', '机', '24', '号']);
    expect(terms('𠮷野家', 'ja')).toEqual(['𠮷野', '𠮷', '野家', '野', '家']);
    const asked = analyzer.analyzeQuery('手机', { languages: ['zh'] });
    expect(asked.map(({ variants, weight }) => [variants[0], weight])).toEqual([
      ['手机', undefined],
      ['手', 0.25],
      ['机', 0.25],
    ]);
  });
  test('a Thai word is found in a sentence', () => {
    const sentence = terms('ฉันชอบกินข้าวผัดมาก', 'th');
    for (const term of terms('ข้าวผัด', 'th')) expect(sentence).toContain(term);
  });
});

describe('detect', () => {
  test.each([
    ['en', 'The cat sleeps on the sofa and dreams of mice.'],
    ['de', 'Die Katze schläft auf dem Sofa und träumt von Mäusen.'],
    ['it', 'I gatti dormono sul divano e sognano topi.'],
    ['fr', 'Le chat dort sur le canapé et rêve de souris.'],
    ['es', 'El gato duerme en el sofá y sueña con ratones.'],
    ['en', 'What is the notice period?'],
    ['de', 'Wie lang ist die Kündigungsfrist?'],
    ['it', 'Quanto dura il periodo di preavviso?'],
    ['ja', '猫はソファで寝ています。'],
    ['zh', '猫在沙发上睡觉。'],
    ['ko', '고양이가 소파에서 잔다.'],
    ['th', 'แมวนอนบนโซฟา'],
    ['en', 'fn main() { let mut total = 0; for item in items { total += item.price; } return total; }'],
    ['und', 'Kündigung'],
    ['und', '0x0Au 0x1F 404 — 12.5'],
    ['und', ''],
  ])('%s: %s', (language, text) => {
    expect(analyzer.detect(text)).toBe(language);
  });
});

describe('queries', () => {
  test('forms in all languages make one term; repeated words count', () => {
    expect(analyzer.analyzeQuery('Generationen generation Generationen', { languages: ['de', 'und'] })).toEqual([
      {
        text: 'Generationen',
        variants: ['generation', 'generationen'],
        frequency: 2,
        compounding: ['generation'],
      },
      { text: 'generation', variants: ['generation'], frequency: 1, compounding: ['generation'] },
    ]);
  });
  test('a stop word of the query language is dropped, of another language not', () => {
    expect(variants('Who was the die maker in the town?', 'en', 'de').flat()).toContain('die');
    expect(variants('Wie hoch ist die Miete in Wien?', 'en', 'de').flat()).not.toContain('die');
  });
  test('in an undetectable query only words that no language keeps are dropped', () => {
    expect(variants('in', 'en', 'de')).toEqual([]);
    expect(variants('a', 'en', 'und')).toEqual([['a']]);
    expect(variants('a', 'en')).toEqual([]);
  });
  test('regional tags and unknown languages', () => {
    expect(variants('cats', 'en-GB')).toEqual([['cat']]);
    expect(variants('cats', 'xx', 'und', '')).toEqual([['cats']]);
    expect(variants('cats')).toEqual([['cats']]);
  });
  test('nothing to find', () => {
    for (const query of ['', ' \n\t', '?!', '\ud800', '\0\x01']) expect(variants(query, 'en', 'und')).toEqual([]);
  });
});

describe('positions', () => {
  const positions = (text: string, language: string) => {
    const { terms: found, positions: at } = analyzer.analyzePositions?.(text, { language }) ?? {
      terms: [],
      positions: [],
    };
    return found.map((term, i) => `${at[i]} ${term}`);
  };
  const phrase = (text: string, ...languages: string[]) =>
    analyzer
      .analyzePhrase?.(text, { languages })
      ?.map(({ position, variants: forms }) => `${position} ${forms.join('/')}`);

  test('words that are not kept have one', () => {
    expect(positions('The cats of the house', 'en')).toEqual(['1 cat', '4 hous']);
    expect(positions("Cubo's articles", 'en')).toEqual(['0 cubo', '2 articl']);
    expect(positions("dell'articolo 5", 'it')).toEqual(['1 articol', '2 5', '2 art5']);
    expect(positions('東京都 24', 'ja')).toEqual(['0 東京', '0 東', '1 京都', '1 京', '1 都', '2 24']);
  });
  test('the words of a phrase stand as they do in the texts', () => {
    expect(phrase('cats of the house', 'en')).toEqual(['0 cat', '3 hous']);
    expect(phrase("l'articolo 5", 'it', 'und')).toEqual(['1 articol/articolo', '2 5']);
    expect(phrase('東京都', 'ja')).toEqual(['0 東京', '1 京都']);
    expect(phrase('cat cat', 'und')).toEqual(['0 cat', '1 cat']);
  });
  test('a phrase asks for no word that its own language drops, and for those that another one drops', () => {
    expect(phrase('Who was the die maker in the town?', 'en', 'de')).toContain('3 die');
    expect(phrase('Who was the die maker in the town?', 'en', 'de')).not.toContain('2 the');
    expect(phrase('made in', 'en', 'de', 'und')).toEqual(['0 made/mad']);
    expect(phrase('war machine', 'en')).toEqual(['0 war', '1 machin']);
    expect(phrase('war machine', 'de')).toEqual(['1 machin']);
    expect(phrase('?!', 'en')).toEqual([]);
  });
});

describe('any text', () => {
  const languages = fc.constantFrom(undefined, 'en', 'de', 'it', 'fr', 'es', 'ja', 'und');
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 200 }),
  );

  test('gives well-formed, bounded terms, the same every time, and its own words find it', () => {
    fc.assert(
      fc.property(anyText, languages, (text, language) => {
        const found = analyzer.analyze(text, { language });
        expect(createAnalyzer().analyze(text, { language })).toEqual(found);
        const placed = analyzer.analyzePositions?.(text, { language });
        expect(placed?.terms).toEqual(found);
        const positions = Array.from(placed?.positions ?? []);
        expect(positions).toHaveLength(found.length);
        positions.forEach((position, i) => {
          expect(position).toBeGreaterThanOrEqual(positions[i - 1] ?? 0);
        });
        for (const term of found) {
          expect(term).not.toBe('');
          expect(term.isWellFormed()).toBe(true);
          expect(term.length).toBeLessThanOrEqual(64);
        }
        const own = language ?? analyzer.detect(text);
        const queried = analyzer.analyzeQuery(text, { languages: [own] }).flatMap((term) => term.variants);
        expect(new Set(queried)).toEqual(new Set(found));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  const half = (unit: string, count: number) => unit.repeat(count / 2);
  test.each([
    ['one word', 'a', 1_000_000],
    ['ordered marks', '\u0301', 500_000],
    ['marks in the worst order', '\u0301\u0323', 250_000],
    ['lone surrogates', '\ud800', 500_000],
    ['control characters', '\0\x1b', 500_000],
    ['expanding ligatures', '\ufdfa', 20_000],
    ['apostrophes', "l'", 200_000],
    ['one unspaced run', '東京', 100_000],
    ['joined words', 'a-', 200_000],
    ['joined words beside others', 'é\u0323-', 100_000],
    ['numbers of articles', '§3(2)', 100_000],
    ['capitals', 'aB', 500_000],
    ['lines of encoded data', 'aGVsbG8gd29ybGQ+/', 60_000],
  ])('twice as many %s take about twice as long', (_, unit, count) => {
    const cost = (text: string) => {
      const before = process.cpuUsage();
      analyzer.analyze(text);
      analyzer.analyzeQuery(text, { languages: ['en', 'it', 'und'] });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const [single, double] = [half(unit, count), unit.repeat(count)];
    cost(single);
    // Quadratic time would be four times as long; whatever else runs may double a short one.
    let ratio = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3 && ratio > 3; i++) ratio = Math.min(ratio, (cost(double) + 20) / (cost(single) + 20));
    expect(ratio).toBeLessThan(3);
  });

  test('a text of ten thousand words has them all', () => {
    const text = Array.from({ length: 10_000 }, (_, i) => `w${i}x`).join(' ');
    expect(terms(text, 'und')).toHaveLength(10_000);
    expect(variants(text, 'und')).toHaveLength(10_000);
  });
});

test('function words of a query are told where its language is known, or all languages of the texts have them', () => {
  const told = (query: string, ...languages: string[]) =>
    analyzer.analyzeQuery(query, { languages }).flatMap(({ variants, isFunctionWord }) => {
      return isFunctionWord ? variants : [];
    });
  expect(told('Who has the keys?', 'en')).toEqual(['who', 'ha']);
  expect(told('Who has the keys?', 'en', 'und')).toEqual(['who', 'ha', 'has']);
  expect(told('who wer keys', 'en')).toEqual(['who']);
  expect(told('who wer keys', 'en', 'de')).toEqual([]);
  expect(told('who wer keys', 'und')).toEqual([]);
  // Words of program text give the language away, and mean something all the same.
  expect(told('What do I have to return?', 'en')).toEqual(['what', 'do', 'have']);
});
