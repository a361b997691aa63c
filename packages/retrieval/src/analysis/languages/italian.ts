import { stemmer } from '@orama/stemmers/italian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  e i il lo la gli le un uno una di del della dello dei degli delle dell al alla allo agli alle da dal dalla dai dagli
  dalle dall in nel nella nello nei negli nelle nell su sul sulla sui sulle sull con per tra fra ed che chi cui non è
  sono era erano essere ha hanno aveva più come quando dove quale quali quanto quanti perché anche ma se si ci suo sua
  suoi sue loro questo questa questi queste quello quella cosa`);

/** Italian: Snowball's stemmer; function words are not indexed. */
export const italian: Language = {
  code: 'it',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: words(`
    l un d c m n s t v dell nell all dall sull coll pell gl agl dagl degl negl sugl quell quest bell sant tutt quant dov
    com anch senz`),
  clitics: noWords,
  functionWords,
};
