import { type Language, noWords, words } from './languages/language.ts';
import { normalize } from './normalize.ts';
import { type WordBounds, wordBounds } from './word-bounds.ts';
import { wordTable } from './word-table.ts';

// Languages without a stemmer here that would otherwise be taken for a relative.
const relatives: readonly ReadonlySet<string>[] = [
  // Catalan
  words(`els les amb per als dels una és que no més com però també són aquest aquesta seva seu aquests perquè molt ser
    entre sobre qui on quan fins des va han pel pels aquestes això seus seves hi ho ens us fer fet pot poden podeu cal
    només altre altres cap quin quina sense dins segons tots totes tot així mentre encara té tenen amb`),
  // Galician
  words(`o a os as un unha uns unhas do da dos das no na nos nas ao aos á ás polo pola para con sen que non máis como
    pero tamén é son foi eran estaba este esta isto seu súa seus súas ata entre sobre onde cando`),
  // Ukrainian
  words(`і й та в у не на що з із до за від як це він вона вони ми ви я але для про його її їх є був була були бути який
    яка які яких при також або коли де чому хто цього цей ця чи після між`),
  // Bulgarian
  words(`и в на да се за от с са е не че по като това тази този тези как но който която които или си до при ще беше
    бяха има още само след къде кога защо кой какво между също му ѝ`),
  // Persian
  words(`و در به از که این را با است برای آن یک خود تا بر هم نیز شده می شود بود او ما اما یا هر اگر کرد چه چرا کجا
    های باید دارد`),
  // Urdu
  words(`کے میں کی ہے اور سے کا کو اس کہ پر ہیں نے ایک یہ بھی نہیں تو جو وہ تھا تھی گیا کیا لیے اپنے ہو کر`),
  // Marathi
  words(`आहे आणि या ते हे तो ती च्या ला ने चे ची चा होते होता आहेत नाही मध्ये व पण किंवा साठी केले केला एक म्हणून`),
  // Polish
  words(`i w na z się do nie że to jest o jak za od po przez dla ale przy czy co który która które są być był była było
    oraz jego jej ich tym tego już tylko gdzie kiedy dlaczego`),
  // Czech and Slovak
  words(`a v se na je že s z do o to i za ve by pro jako si po od ale jsou jsem byl byla bylo které který která nebo
    jeho její jak kdy kde proč také aby sú som bol bola ktoré ktorý sa pre ako alebo`),
  // Latvian
  words(`un ir ka no uz ar par kas vai tas šis šī šo bet nav lai pēc var tiek kā arī tika tā to ja bija pie jau kur kad
    kāpēc viņš viņa mēs`),
  // Slovenian
  words(`in je na za se da ki so z v ne pa ni bo bil bila bilo tudi kot ali če po pri od do iz s ga jih lahko kaj kje
    kdaj zakaj kako zelo med sem ste`),
  // Basque
  words(`eta da ez bat du izan dira dute zen ere baina edo hau hori zuen den duen dago egin behar baino beste arabera
    baita zein nola noiz non ezin bada`),
  // Vietnamese
  words(`và của là có không được các trong một cho với những đã để khi này người từ đến như về ở vào ra cũng tại sẽ
    nhưng hoặc nếu thì đó bị bạn`),
  // Estonian
  words(`ja on ei et see oli ta ka kui mis aga või oma kes ning siis mitte nad selle seda olid üks kas kus millal miks
    pärast enne`),
];
const scripts: readonly { code: string; letters: RegExp; share: number }[] = [
  // A Chinese text has no kana; a Japanese one is hardly ever without.
  { code: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, share: 0.1 },
  { code: 'ko', letters: /\p{Script=Hangul}/gu, share: 0.3 },
  { code: 'th', letters: /\p{Script=Thai}/gu, share: 0.3 },
  { code: 'zh', letters: /\p{Script=Han}/gu, share: 0.3 },
];
const mayBeEastAsian = /[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\uffff]/u;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const anyLetter = /\p{L}/gu;
const examined = 2000;

/** Which candidates have a word, and its own number. */
interface Holders {
  readonly number: number;
  readonly indexes: number[];
  /** As how many different words it counts: one of program text is not there by chance. */
  readonly says: number;
}

/** Tells the language of a text, where it is told which among those alone. */
export type LanguageDetector = (text: string, among?: readonly Language[]) => string;

/**
 * Makes a detector that tells the language of a text by its script, or by how many of its words are function words of
 * each language. It reads the first 2000 characters. Where nothing stands out (a list of names, a few words, an unknown
 * language) the answer is `und`.
 */
export function languageDetector(languages: readonly Language[]): LanguageDetector {
  const known = languages.map(({ functionWords, keywords = noWords }) => new Set([...functionWords, ...keywords]));
  const candidates: readonly ReadonlySet<string>[] = [...known, ...relatives];
  const programWords = new Set(languages.flatMap(({ keywords = noWords }) => [...keywords]));
  const holders = new Map<string, Holders>();
  candidates.forEach((candidate, index) => {
    for (const word of candidate) {
      const { size } = holders;
      const known = holders.get(word);
      if (known) known.indexes.push(index);
      else holders.set(word, { number: size, indexes: [index], says: programWords.has(word) ? 2 : 1 });
    }
  });

  const longest = Math.max(...Array.from(holders.keys(), ({ length }) => length));
  const table = wordTable();
  const holdersByNumber = Array.from(holders, ([word, holdersOfIt]) => {
    table.numberOf(word);
    return holdersOfIt;
  });
  const scores = new Float64Array(candidates.length);
  /** How often each word has come in this text, and how many words of each candidate have. */
  const occurrencesOf = new Uint32Array(holders.size);
  const differentOf = new Uint32Array(candidates.length);

  /** Which candidates a text is compared with. */
  const isAsked = new Uint8Array(candidates.length);

  function count({ number, indexes, says }: Holders): void {
    const before = occurrencesOf[number] as number;
    occurrencesOf[number] = before + 1;
    if (before === 0) for (const index of indexes) differentOf[index] = (differentOf[index] as number) + says;
    let asked = 0;
    for (const index of indexes) asked += isAsked[index] as number;
    // A word of one language alone says more than one that several share.
    if (asked === 0) return;
    for (const index of indexes) scores[index] = (scores[index] as number) + (isAsked[index] as number) / asked;
  }

  /** Counts the function words of a text of simple characters. */
  function countSimple(simple: WordBounds): void {
    const { units, bounds, hashes, words: found } = simple;
    for (let i = 0; i < found; i++) {
      const start = bounds[2 * i] as number;
      const end = bounds[2 * i + 1] as number;
      if (end - start > longest) continue;
      const number = table.find(units, start, end, hashes[i] as number);
      if (number >= 0) count(holdersByNumber[number] as Holders);
    }
  }

  function clearest(found: number): string {
    // One word again and again is a name, a sign or an abbreviation.
    if (found > fewWords)
      scores.forEach((_, index) => {
        if ((differentOf[index] as number) < 2) scores[index] = 0;
      });
    const best = Math.max(...scores);
    const index = scores.indexOf(best);
    let second = 0;
    for (let other = 0; other < scores.length; other++) {
      if (other !== index) second = Math.max(second, scores[other] as number);
    }
    const isAhead = best >= second * 1.4 || (best >= second * 1.15 && best - second >= 1);
    const isClear = best >= 0.9 && best >= found * minimumShare && isAhead;
    return isClear ? (languages[index]?.code ?? 'und') : 'und';
  }

  return (text, among) => {
    scores.fill(0);
    occurrencesOf.fill(0);
    differentOf.fill(0);
    isAsked.fill(among === undefined ? 1 : 0);
    for (const language of among ?? []) isAsked[languages.indexOf(language)] = 1;
    const simple = wordBounds(text, examined);
    if (simple !== undefined) {
      countSimple(simple);
      return clearest(simple.words);
    }
    const beginning = normalize(text.slice(0, examined));
    if (mayBeEastAsian.test(beginning)) {
      const letters = occurrences(beginning, anyLetter);
      const script = scripts.find(({ letters: own, share }) => occurrences(beginning, own) > letters * share);
      if (script) return script.code;
    }
    const found = beginning.match(word) ?? [];
    for (const one of found) {
      const known = holders.get(one);
      if (known) count(known);
    }
    return clearest(found.length);
  };
}

// Prose has a third and more; source code with comments, tables and lists have far fewer.
const minimumShare = 0.02;
/** Texts that may have but one function word. */
const fewWords = 12;

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
