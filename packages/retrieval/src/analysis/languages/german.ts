import { stemmer } from '@orama/stemmers/german';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  der die das und ist in zu den des dem ein eine einer eines einem einen von mit auf für im sich nicht es als auch an
  er sie wir ich ihr dass daß wie bei oder um am aus nach durch über unter vor zum zur werden wird wurde wurden sind
  war waren hat haben hatte kann können sein seine seiner ihre ihrer ihren diese dieser dieses diesen noch nur aber
  wenn was wer wo welche welcher welches welchen warum wann zwischen gegen bis sowie mehr so kein keine man vom beim`);

/** German: Snowball's stemmer; function words are not indexed. */
export const german: Language = {
  code: 'de',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: words('s'),
  functionWords,
  joinsCompounds: true,
};
