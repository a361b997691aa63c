import { stemmer } from '@orama/stemmers/dutch';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  de het een en van in is dat op te zijn met voor niet aan er om ook als bij uit door naar maar deze dit die wordt
  worden werd werden hij ze zij wat wie hoe waar heeft hebben had hadden kan kunnen zal zullen over tot onder tegen
  tussen nog wel geen dan haar hun ons onze mijn jouw ik je jij wij was waren welke wanneer waarom zonder omdat`);

/** Dutch: Snowball's stemmer; function words are not indexed. */
export const dutch: Language = {
  code: 'nl',
  stem: stemmer,
  // It is more of a sign of English, and tells nothing.
  stopWords: new Set([...foldedWords(functionWords), 'of']),
  elisions: noWords,
  clitics: words('s t n'),
  functionWords,
  joinsCompounds: true,
};
