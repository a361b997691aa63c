import { stemmer } from '@orama/stemmers/serbian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  i je u da se na su za od sa kao koji koja koje ali ili što šta kako gde kada zašto ko nije nisu bio bila bilo biti
  će iz po do ne to ovo ova ovaj taj ta te njegov njen njihov smo ste sam već samo još kod pre posle između и је у да
  се на су за од са као који која које али или што шта како где када зашто ко није нису био била било бити ће из по до
  не то ово ова овај тај та те његов њен њихов смо сте сам већ само још код пре после између`);

/** Serbian, in Cyrillic and Latin letters: Snowball's stemmer; function words are not indexed. */
export const serbian: Language = {
  code: 'sr',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
