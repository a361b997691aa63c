import { stemmer } from '@orama/stemmers/greek';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  ο η το οι τα του της των τον την και κι κ είναι ήταν να θα δεν μη μην που πως ότι για με σε από στο στη στην στον
  στα στους στις τους τις ένα ένας μια μία αλλά ή αν όταν όπως πού ποιος ποια ποιο τι γιατί αυτό αυτή αυτός αυτά αυτές
  αυτοί έχει έχουν είχε μας σας μου σου προς κατά μετά μέχρι πριν μεταξύ χωρίς επίσης πολύ πιο ως`);

/** Greek: Snowball's stemmer; function words are not indexed. */
export const greek: Language = {
  code: 'el',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
