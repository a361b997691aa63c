import { stemmer } from '@orama/stemmers/norwegian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  å mer enn gjennom igjen bare våre finnes og i at det en et ei den til er som på de med han av for ikke ikkje der var meg seg men har om vi min hadde ham hun
  nå over da fra frå du ut sin dem oss opp man hans hvor eller hva skal selv her alle vil ble blei vart kunne inn når
  være vere noe noen noko nokon mot disse hvis din etter ved bli blir mye også hvordan hvorfor hvem hvilken hvilke kan
  skulle måtte ville denne dette mellom uten eit ein dei eg ho me deg korleis kva kvar`);

/** Norwegian, Bokmål and Nynorsk: Snowball's stemmer; function words are not indexed. */
export const norwegian: Language = {
  code: 'no',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  joinsCompounds: true,
};
