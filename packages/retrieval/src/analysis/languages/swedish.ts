import { stemmer } from '@orama/stemmers/swedish';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  och det att i en jag hon som han på den med var sig för så till är men ett om hade de av icke inte mig du henne då
  sin nu har hans honom skulle hennes där min man ej vid kunde något från ut när efter upp vi dem vara vad över än dig
  kan sina här ha mot alla under någon eller allt mycket sedan denna dessa detta ditt blir blev bli varför vilken
  vilka hur mellan utan också`);

/** Swedish: Snowball's stemmer; function words are not indexed. */
export const swedish: Language = {
  code: 'sv',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  joinsCompounds: true,
};
