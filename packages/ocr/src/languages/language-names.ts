/**
 * Tesseract's names by primary language subtag, where they are not the tag itself. They are mostly the three-letter codes
 * of ISO 639-2/T.
 */
const names: Readonly<Record<string, string>> = {
  af: 'afr',
  am: 'amh',
  ar: 'ara',
  as: 'asm',
  az: 'aze',
  be: 'bel',
  bg: 'bul',
  bn: 'ben',
  bo: 'bod',
  br: 'bre',
  bs: 'bos',
  ca: 'cat',
  co: 'cos',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  dv: 'div',
  dz: 'dzo',
  el: 'ell',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fo: 'fao',
  fr: 'fra',
  ga: 'gle',
  gd: 'gla',
  gl: 'glg',
  gu: 'guj',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  ht: 'hat',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  iu: 'iku',
  ja: 'jpn',
  jv: 'jav',
  ka: 'kat',
  kk: 'kaz',
  km: 'khm',
  kn: 'kan',
  ko: 'kor',
  ku: 'kmr',
  ky: 'kir',
  la: 'lat',
  lb: 'ltz',
  lo: 'lao',
  lt: 'lit',
  lv: 'lav',
  mi: 'mri',
  mk: 'mkd',
  ml: 'mal',
  mn: 'mon',
  mr: 'mar',
  ms: 'msa',
  mt: 'mlt',
  my: 'mya',
  nb: 'nor',
  ne: 'nep',
  nl: 'nld',
  nn: 'nor',
  no: 'nor',
  oc: 'oci',
  or: 'ori',
  pa: 'pan',
  pl: 'pol',
  ps: 'pus',
  pt: 'por',
  qu: 'que',
  ro: 'ron',
  ru: 'rus',
  sa: 'san',
  sd: 'snd',
  si: 'sin',
  sk: 'slk',
  sl: 'slv',
  sq: 'sqi',
  sr: 'srp',
  su: 'sun',
  sv: 'swe',
  sw: 'swa',
  ta: 'tam',
  te: 'tel',
  tg: 'tgk',
  th: 'tha',
  ti: 'tir',
  tl: 'tgl',
  to: 'ton',
  tr: 'tur',
  tt: 'tat',
  ug: 'uig',
  uk: 'ukr',
  ur: 'urd',
  uz: 'uzb',
  vi: 'vie',
  yi: 'yid',
  yo: 'yor',
  zh: 'chi_sim',
};

/** Languages that Tesseract reads in two scripts, by language and script. */
const scripted: Readonly<Record<string, string>> = {
  'az-Cyrl': 'aze_cyrl',
  'sr-Latn': 'srp_latn',
  'uz-Cyrl': 'uzb_cyrl',
  'zh-Hant': 'chi_tra',
};

const tags = new Map([
  ...Object.entries(names)
    .filter(([tag]) => tag !== 'nn' && tag !== 'no')
    .map(([tag, name]) => [name, tag] as const),
  ...Object.entries(scripted).map(([tag, name]) => [name, tag] as const),
  ['chi_sim', 'zh-Hans'] as const,
]);

/**
 * Tesseract's name of a language (`deu`) for its BCP 47 tag (`de-CH`); a name of Tesseract's own stays what it is.
 * `undefined` for what can be neither.
 */
export function tesseractLanguage(tag: string): string | undefined {
  if (/^[a-z]{3}(?:_[a-z]+)*$/.test(tag) && tag !== 'und') return tag;
  let locale: Intl.Locale;
  try {
    // What is not determined would become English.
    if (/^und\b/i.test(tag)) return undefined;
    locale = new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
  const { language, script } = locale;
  const two = scripted[`${language}-${script}`] ?? names[language];
  return two ?? (/^[a-z]{3}$/.test(language) ? language : undefined);
}

/** The BCP 47 tag of one of Tesseract's languages: `de` for `deu`, `zh-Hans` for `chi_sim`. */
export function languageTag(name: string): string {
  return tags.get(name) ?? name.split('_')[0] ?? name;
}

/** The ISO 15924 code of the script in which a language of Tesseract's is written: `Latn`. */
export function scriptOf(name: string): string {
  try {
    return new Intl.Locale(languageTag(name)).maximize().script ?? 'Latn';
  } catch {
    return 'Latn';
  }
}
