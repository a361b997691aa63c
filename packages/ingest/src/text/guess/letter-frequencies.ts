/**
 * How frequent the letters of a language are, measured on some hundred thousand characters of each: those of the first group
 * make up about an eighth of all letters each (3 bits), those of the next half as much, and so on; a group without letters
 * is `-`. The last group, of 12 bits, also has letters that the language uses in names and foreign words only.
 */
const groups = {
  en: 'et ianors lcdhumpf gbyw vk x jz q - éèçñüöäïâáíóœæøåß',
  de: 'en irtsad luhogcm bfkpwzv ü äy öjx ß q éèàáçñøå',
  fr: 'e isrntaolu dcpmé fvgh bq xy àèêjz kw ôî çœëïùûüæñäö',
  es: 'ea onsirldct upm bg fvóhy qáíjz xéúk ñw - üçàäö',
  it: 'eiao ntlrs cdpum gvbf hz èq ywàk ù xòj íîëéçäöü',
  pt: 'aeo risdnt mcplu vfã gxhbçyq áízé ókjõú êw - âôàüèñäö',
  nl: 'n tairosd lgvmk upbchwf jz y x - éë ïqöüèäçáóñ',
  sv: 'enta rils dokgmfv puäöcb håy jx - w q zéèüàáç',
  da: 'e rtnilsak dogmfvu pyb hxåøj æc - w éz üöäèóá',
  fi: 'tie asnolku ärmv ypdhj - öbgc fx w z qåšžéü',
  is: '- ianretlsk gðumdf vyáoíbhp ójæþý öú cxé - wq äüèå',
  pl: 'a ieonzw rtsypckudlm jgbł żąśęhóćf - ń - vźx qöüéá',
  cs: '- oenats prvuilídkzmá bcyhjř čéžýě fgůš x w óúňq ďöüä',
  sk: 'o aenrits vpdkulmz bácyhjíúčý ťéž ľfšgx - óôäň wĺ ďŕöü',
  hu: 'ea tlsnk rzoiámég vhybdpfcj uíóöő üú ű x w äč',
  sl: 'aeoi nrt svpkldjzm ubčg chš ž f x yw qćđäöüé',
  hr: 'aei onrtjs kpudmvlz bcg čš fhćž đ xyw - qäöüáé',
  ro: 'eia rtuncl sopdăm f ţbzşgvî hx â jkwy - áéöüő',
  tr: 'aie lrnı dsmtkyuob şçgzüc ğpvhö f - xw - jâîûêéä',
  lt: 'ia steonrk umlpd vgyjšb ėųįfąž c ūčzhę xw - qäöüé',
  lv: 'ai tsernu okmlādpv ēzjīgb šcf ļūņ hķ xž wyģ öüäé',
  et: 'aie stlun kdomrv gpäjbõ hfü c öx w y zšžéāč',
  vi: '- nhtiac\u0323\u0301 gu\u0300oêô\u0309đ ưkpmâơlr\u0303ydbs evă x qf - w jzáàéèíóúùñ',
  ru: 'ое аинтрс лвпдкму ьязыбйч гжфцюх шщ эё ъ - -',
  uk: 'о аниевтрі ксдлпмуяз бйь чгжцфєх юшї щ - - ґёы',
  be: 'а ныр еклісядтвпмцзуоь ўчэбг йфш юхж - ё - щ',
  bg: 'ае ниотр всдзпклм ъябу чгжйфц щхш ю - - ьыэ',
  sr: 'ае ионртс укпдвмзј лбг њчшљц ћжх фђ - - џ',
  mk: 'аео тинр кдвслмп узбјг чжњшц - ф ќх ѓ џѐѝ',
  el: 'α οετνιρσ ημπκυςίλδγ ήέόάχθω ύφ βώξ ζ ψ - ϊΐϋΰ',
  he: 'יו תהלמרנשב אקעפם דחגסכןט צזץ ך ף - - -',
  ar: 'ال يمنوتر ةبدعفسك قأحهج صطخإشذىضغزث \u064bئء\u0651 ظ ؤ\u064f\u064eآ \u0650 \u064d',
  fa: 'ایر ندهتو مبشسک خپلفزعص گ\u0654طقجح ظچ غذض\u0651آ - ث\u064bژأ ء\u064eيك',
  th: '- านรอ\u0e48ก มเง\u0e49\u0e31\u0e35ดลยว ส\u0e34ตทบแหขปคจะไพใ\u0e4c \u0e37ช\u0e39ำ\u0e47\u0e38โถ ซ\u0e36ฟผณ ธภศญษฐ ๆ ฉฝฮฤฎฏฒ ฆฑฬฌฃๅฯ๑๒๓๔๕',
} as const;

/** A language that texts in 8-bit encodings are told by. */
export type GuessLanguage = keyof typeof groups;

/** Letters beyond ASCII that are words by themselves. */
const singles: Readonly<Partial<Record<GuessLanguage, string>>> = {
  fr: 'àôéy',
  es: 'óáé',
  it: 'èéà',
  pt: 'àáéóâ',
  sv: 'åö',
  da: 'åø',
  is: 'áíóæö',
  cs: 'ó',
  sk: 'ó',
  hu: 'őóé',
  ru: 'авикосуя',
  uk: 'авзійоуєяж',
  be: 'аізуўйя',
  bg: 'авиксуя',
  sr: 'аиоуск',
  mk: 'аивос',
  el: 'ηο',
  ar: 'و',
  fa: 'و',
};

/** Whether a letter beyond ASCII, in lower case, is often a word by itself. */
export function isWord(letter: string, language: GuessLanguage): boolean {
  return singles[language]?.includes(letter) === true;
}

const mostFrequent = 3;
const costs = new Map<GuessLanguage, ReadonlyMap<string, number>>();

/** By lower-case letter: how many bits it takes to say that it comes next, the binary logarithm of how rare it is. */
export function letterCosts(language: GuessLanguage): ReadonlyMap<string, number> {
  let found = costs.get(language);
  if (!found) {
    const entries = groups[language]
      .split(' ')
      .flatMap((letters, group) =>
        Array.from(letters === '-' ? '' : letters, (letter) => [letter, group + mostFrequent] as const),
      );
    found = new Map(entries);
    costs.set(language, found);
  }
  return found;
}
