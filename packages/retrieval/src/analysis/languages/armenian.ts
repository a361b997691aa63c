import { stemmer } from '@orama/stemmers/armenian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  և ու է են էր էին եմ ես եք որ որը որի ինչ այս այդ այն մի մեջ համար հետ նրա նրանց իր իրենց նա նրանք մենք դուք բայց կամ
  եթե երբ որտեղ ինչպես ինչու ով չի չէ նաև միայն մինչև հետո առանց վրա տակ միջև ըստ պետք`);

/** Armenian: Snowball's stemmer; function words are not indexed. */
export const armenian: Language = {
  code: 'hy',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
