import { stemmer } from '@orama/stemmers/indian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  के में की है यह और से को का कि एक पर हैं इस था थे थी ने भी नहीं तो ही या वह ये वे जो कर करने किया लिए अपने कुछ साथ
  तक बाद जब कहाँ क्या कौन कब क्यों कैसे कितने कितना उस उन इन हो गया गई रहा हुए हुआ द्वारा तथा लेकिन`);

/** Hindi: Snowball's stemmer; function words are not indexed. */
export const hindi: Language = {
  code: 'hi',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
