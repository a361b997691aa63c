import { stemmer } from '@orama/stemmers/arabic';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين التى أن إن لا ما لم لن قد كان كانت هو هي هم كما بعد قبل بين أو
  ثم حتى إذا كل بعض غير عند منذ أي أيضا حيث لكن و يكون تكون ليس به بها له لها فيه فيها منها عليه عليها خلال متى أين
  كيف لماذا ماذا هل كم`);

/** Arabic: Snowball's stemmer; function words are not indexed. */
export const arabic: Language = {
  code: 'ar',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
