import { stemmer } from '@orama/stemmers/finnish';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  ja on ei että se oli hän ovat olla ole olivat olisi joka jotka jonka jossa josta myös kun mutta niin kuin tai sekä
  ne he minä sinä me te tämä tämän nämä näiden tuo sen sitä siitä siinä niitä niiden hänen heidän mitä mikä missä
  mistä milloin miksi miten kuka ketkä vain jos koska vaan kanssa ennen jälkeen ilman ollut voi voidaan eivät en joita
  johon`);

/** Finnish: Snowball's stemmer; function words are not indexed. */
export const finnish: Language = {
  code: 'fi',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  joinsCompounds: true,
};
