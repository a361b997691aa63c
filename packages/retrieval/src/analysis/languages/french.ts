import { stemmer } from '@orama/stemmers/french';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  le la les un une des du de et à au aux en dans sur pour par avec sans sous ne pas plus que qui quoi dont où ou est
  sont était étaient être été ont avait il elle ils elles on nous vous je ce cet cette ces se son sa ses leur leurs
  mais comme quand quel quelle quels quelles comment pourquoi combien entre après avant aussi même tout tous toute
  toutes qu si`);

/** French: Snowball's stemmer; function words are not indexed. */
export const french: Language = {
  code: 'fr',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: words('l d j c m n s t qu jusqu lorsqu puisqu quoiqu presqu quelqu'),
  clitics: noWords,
  functionWords,
};
